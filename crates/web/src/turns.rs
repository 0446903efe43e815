//! [`Turns`]: places for work, and the queue before them, in which the addresses of clients take turns.

use std::collections::VecDeque;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::oneshot::{self, Receiver, Sender};

/// A number of places, and a queue. A free place goes to the address that has waited longest since its last one. When the queue is
/// full, an address that has less than its share of it takes the place of the last one of the address that has most.
#[derive(Debug, Clone)]
pub(crate) struct Turns(Arc<Mutex<Queue>>);

#[derive(Debug)]
struct Queue {
    places: usize,
    free: usize,
    most: usize,
    /// The next address is the first one. An address that had a place is here until its turn comes again, so that none is new again
    /// and again.
    lines: VecDeque<Line>,
}

/// Those who wait at one address.
#[derive(Debug)]
struct Line {
    address: IpAddr,
    waiting: VecDeque<Sender<Place>>,
    is_new: bool,
}

/// A place, until it is dropped.
#[derive(Debug)]
pub(crate) struct Place(Turns);

/// The right to a place, now or later.
#[derive(Debug)]
pub(crate) struct Turn(Receiver<Place>);

/// There is no room in the queue.
#[derive(Debug)]
pub(crate) struct Full;

impl Turns {
    /// So many places, and a queue of at most so many.
    pub(crate) fn new(places: usize, most: usize) -> Self {
        Self(Arc::new(Mutex::new(Queue {
            places,
            free: places,
            most,
            lines: VecDeque::new(),
        })))
    }

    /// Lets a client in as often as it asks, or not at all.
    pub(crate) fn admit(&self, client: IpAddr, count: usize) -> Result<Vec<Turn>, Full> {
        let mut queue = self.lock();
        queue.make_room(client, count)?;
        let turns = (0..count).map(|_| queue.join(client)).collect();
        drop(queue);
        self.hand_out();
        Ok(turns)
    }

    /// How many places are taken.
    pub(crate) fn taken(&self) -> usize {
        let queue = self.lock();
        queue.places - queue.free
    }

    /// How many wait.
    pub(crate) fn waiting(&self) -> usize {
        self.lock().waiting()
    }

    fn hand_out(&self) {
        loop {
            let next = self.lock().next();
            let Some(next) = next else { return };
            // If it has left meanwhile, the place comes back.
            drop(next.send(Place(self.clone())));
        }
    }

    fn lock(&self) -> MutexGuard<'_, Queue> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Queue {
    /// Makes room for a client: each address has its share of a full queue.
    fn make_room(&mut self, client: IpAddr, count: usize) -> Result<(), Full> {
        let count = count.saturating_sub(self.free);
        let mut waiting = self.waiting();
        if waiting + count <= self.most {
            return Ok(());
        }
        let others = self.lines.iter();
        let others = others.filter(|line| line.address != client && !line.waiting.is_empty());
        let share = self.most / (1 + others.count());
        let own = self.lines.iter().find(|line| line.address == client);
        if own.map_or(0, |line| line.waiting.len()) + count > share {
            return Err(Full);
        }
        while waiting + count > self.most {
            // Another address has more than its share, since this one has less.
            let longest = self.lines.iter_mut().max_by_key(|line| line.waiting.len());
            drop(longest.and_then(|line| line.waiting.pop_back()));
            waiting -= 1;
        }
        Ok(())
    }

    fn join(&mut self, client: IpAddr) -> Turn {
        let (sender, receiver) = oneshot::channel();
        if let Some(line) = self.lines.iter_mut().find(|line| line.address == client) {
            line.waiting.push_back(sender);
            return Turn(receiver);
        }
        let behind = self.lines.iter().take_while(|line| line.is_new).count();
        let line = Line {
            address: client,
            waiting: VecDeque::from([sender]),
            is_new: true,
        };
        self.lines.insert(behind, line);
        Turn(receiver)
    }

    /// Takes a place for the next one.
    fn next(&mut self) -> Option<Sender<Place>> {
        while self.free > 0 {
            let mut line = self.lines.pop_front()?;
            line.waiting.retain(|sender| !sender.is_closed());
            if let Some(next) = line.waiting.pop_front() {
                line.is_new = false;
                self.lines.push_back(line);
                self.free -= 1;
                return Some(next);
            }
        }
        None
    }

    /// How many wait and have not left.
    fn waiting(&mut self) -> usize {
        let count = |line: &mut Line| {
            line.waiting.retain(|sender| !sender.is_closed());
            line.waiting.len()
        };
        self.lines.iter_mut().map(count).sum()
    }
}

impl Turn {
    /// Waits for the place; `None` if an address with less of the queue took this one's room.
    pub(crate) async fn place(self) -> Option<Place> {
        self.0.await.ok()
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.0.lock().free += 1;
        self.0.hand_out();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(number: u8) -> IpAddr {
        [127, 0, 0, number].into()
    }

    /// Lets every address in once, in this order, and returns the order in which they get the only place; `None` for those refused.
    async fn order(turns: &Turns, held: Place, clients: &[u8]) -> Vec<u8> {
        let order = Arc::new(Mutex::new(Vec::new()));
        let mut waiting = tokio::task::JoinSet::new();
        for &client in clients {
            let Ok(mut turn) = turns.admit(address(client), 1) else {
                continue;
            };
            let (turn, order) = (turn.pop().unwrap(), Arc::clone(&order));
            waiting.spawn(async move {
                if let Some(place) = turn.place().await {
                    order.lock().unwrap().push(client);
                    drop(place);
                }
            });
        }
        drop(held);
        waiting.join_all().await;
        Arc::into_inner(order).unwrap().into_inner().unwrap()
    }

    async fn held(turns: &Turns, client: u8) -> Place {
        let turn = turns.admit(address(client), 1).unwrap().pop();
        turn.unwrap().place().await.unwrap()
    }

    #[tokio::test]
    async fn addresses_take_turns() {
        for (clients, expected) in [
            // Who had a place is behind those who had none.
            (&[1, 1, 1, 2, 3][..], &[2, 3, 1, 1, 1][..]),
            (&[2, 2, 2, 3, 1, 3, 1], &[2, 3, 1, 2, 3, 1, 2]),
            // The last ones of the longest line make room, and no address gets more than its share.
            (
                &[1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 3],
                &[2, 3, 1, 2, 1, 1, 1, 1],
            ),
            (
                &[1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2],
                &[2, 1, 2, 1, 2, 1, 2, 1],
            ),
        ] {
            let turns = Turns::new(1, 8);
            let first = held(&turns, 1).await;
            let found = order(&turns, first, clients).await;
            assert_eq!(found, expected, "{clients:?}");
            assert_eq!((turns.taken(), turns.waiting()), (0, 0));
        }
    }

    #[tokio::test]
    async fn who_comes_again_and_again_does_not_keep_others_waiting() {
        let turns = Turns::new(1, 8);
        let first = held(&turns, 1).await;
        let mut patient = turns.admit(address(9), 1).unwrap();
        // Each of these comes when the one before has the place, and comes again at once.
        let second = turns.admit(address(2), 1).unwrap();
        drop(first);
        drop(second);
        let place = patient.pop().unwrap().place().await;
        assert!(place.is_some());
    }

    #[test]
    fn who_leaves_makes_room() {
        let turns = Turns::new(1, 2);
        let all = turns.admit(address(1), 3).unwrap();
        assert!(turns.admit(address(1), 1).is_err());
        assert_eq!((turns.taken(), turns.waiting()), (1, 2));
        drop(all);
        assert_eq!((turns.taken(), turns.waiting()), (0, 0));
        assert!(turns.admit(address(1), 4).is_err(), "all or none");
        assert!(turns.admit(address(1), 3).is_ok());
        assert!(Turns::new(0, 0).admit(address(1), 1).is_err());
    }
}
