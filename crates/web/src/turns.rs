//! [`Turns`]: places for work, and the queue before them, in which the addresses of clients take turns.

use crate::clients::{Full, who_gives_way};
use std::collections::VecDeque;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::oneshot::{self, Receiver, Sender};

/// A number of places, and a queue of requests for one or more of them. A free place goes to the address that has waited longest since
/// its last one. The addresses share the queue, and the last request of an address gives way first.
#[derive(Debug, Clone)]
pub(crate) struct Turns(Arc<Mutex<Queue>>);

#[derive(Debug)]
struct Queue {
    places: usize,
    /// So many places are only for addresses that have none.
    kept: usize,
    /// Who has a place, once for each.
    holders: Vec<IpAddr>,
    most: usize,
    /// The next address is the first one. An address that had a place is here until its turn comes again, so that none is new again
    /// and again.
    lines: VecDeque<Line>,
}

/// Those who wait at one address.
#[derive(Debug)]
struct Line {
    address: IpAddr,
    waiting: VecDeque<Request>,
    is_new: bool,
}

/// The places that a request still waits for. It takes one room in the queue, however many these are, so that none is too large for
/// the share of its address.
type Request = VecDeque<Sender<Place>>;

/// A place, until it is dropped.
#[derive(Debug)]
pub(crate) struct Place {
    turns: Turns,
    holder: IpAddr,
}

/// The right to a place, now or later.
#[derive(Debug)]
pub(crate) struct Turn(Receiver<Place>);

impl Turns {
    /// So many places, and a queue of at most so many requests.
    pub(crate) fn new(places: usize, most: usize) -> Self {
        Self(Arc::new(Mutex::new(Queue {
            places,
            kept: 0,
            holders: Vec::new(),
            most,
            lines: VecDeque::new(),
        })))
    }

    /// Keeps so many of the places for addresses that have none. Then as many others as this, whatever they do, leave one free.
    pub(crate) fn keeping(self, places: usize) -> Self {
        self.lock().kept = places;
        self
    }

    /// Lets in a request for so many places. It needs no room in the queue if it has the first of them at once.
    pub(crate) fn admit(&self, client: IpAddr, count: usize) -> Result<Vec<Turn>, Full> {
        let mut queue = self.lock();
        if !queue.has_place_for(client) {
            queue.make_room(client)?;
        }
        let (request, turns) = (0..count).map(|_| oneshot::channel()).unzip();
        queue.join(client, request);
        drop(queue);
        self.hand_out();
        let turns: Vec<Receiver<Place>> = turns;
        Ok(turns.into_iter().map(Turn).collect())
    }

    /// How many places are taken.
    pub(crate) fn taken(&self) -> usize {
        self.lock().holders.len()
    }

    /// How many places are waited for.
    pub(crate) fn waiting(&self) -> usize {
        let mut queue = self.lock();
        queue.forget_those_who_left();
        let requests = queue.lines.iter().flat_map(|line| &line.waiting);
        requests.map(VecDeque::len).sum()
    }

    fn hand_out(&self) {
        loop {
            let next = self.lock().next();
            let Some((holder, next)) = next else { return };
            let turns = self.clone();
            // If it has left meanwhile, the place comes back.
            drop(next.send(Place { turns, holder }));
        }
    }

    fn lock(&self) -> MutexGuard<'_, Queue> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Queue {
    /// Makes room for one more request of a client.
    fn make_room(&mut self, client: IpAddr) -> Result<(), Full> {
        self.forget_those_who_left();
        loop {
            let held = self.lines.iter();
            let held = held.map(|line| (line.address, line.waiting.len()));
            let Some(address) = who_gives_way(self.most, held, client, 1)? else {
                return Ok(());
            };
            let line = self.lines.iter_mut().find(|line| line.address == address);
            drop(line.and_then(|line| line.waiting.pop_back()));
        }
    }

    fn join(&mut self, client: IpAddr, request: Request) {
        if let Some(line) = self.lines.iter_mut().find(|line| line.address == client) {
            line.waiting.push_back(request);
            return;
        }
        let behind = self.lines.iter().take_while(|line| line.is_new).count();
        let line = Line {
            address: client,
            waiting: VecDeque::from([request]),
            is_new: true,
        };
        self.lines.insert(behind, line);
    }

    /// Whether an address can have a place now.
    fn has_place_for(&self, address: IpAddr) -> bool {
        let has_one = self.holders.contains(&address);
        let kept = if has_one { self.kept } else { 0 };
        self.places - self.holders.len() > kept
    }

    /// Takes a place for the next one whose address can have it.
    fn next(&mut self) -> Option<(IpAddr, Sender<Place>)> {
        let mut passed = 0;
        while self.holders.len() < self.places {
            let address = self.lines.get(passed)?.address;
            if !self.has_place_for(address) {
                passed += 1;
                continue;
            }
            let mut line = self.lines.remove(passed)?;
            line.forget_those_who_left();
            if let Some(request) = line.waiting.front_mut()
                && let Some(next) = request.pop_front()
            {
                line.forget_those_who_left();
                line.is_new = false;
                self.lines.push_back(line);
                self.holders.push(address);
                return Some((address, next));
            }
        }
        None
    }

    fn forget_those_who_left(&mut self) {
        self.lines.iter_mut().for_each(Line::forget_those_who_left);
    }
}

impl Line {
    /// Keeps the requests that still wait for a place.
    fn forget_those_who_left(&mut self) {
        self.waiting.retain_mut(|request| {
            request.retain(|sender| !sender.is_closed());
            !request.is_empty()
        });
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
        let mut queue = self.turns.lock();
        let at = queue.holders.iter().position(|it| *it == self.holder);
        queue
            .holders
            .swap_remove(at.expect("it is there until this"));
        drop(queue);
        self.turns.hand_out();
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
        let all = [1, 1, 1].map(|count| turns.admit(address(1), count).unwrap());
        assert!(turns.admit(address(1), 1).is_err());
        assert_eq!((turns.taken(), turns.waiting()), (1, 2));
        drop(all);
        assert_eq!((turns.taken(), turns.waiting()), (0, 0));
        assert!(turns.admit(address(1), 3).is_ok());
    }

    #[test]
    fn without_a_queue_a_request_is_let_in_while_a_place_is_free() {
        for places in 0..3 {
            let turns = Turns::new(places, 0);
            let first = turns.admit(address(1), 3);
            assert_eq!(first.is_ok(), places > 0, "{places}");
            assert!(turns.admit(address(2), 1).is_err(), "{places}");
        }
    }

    #[tokio::test]
    async fn a_request_for_many_places_fits_the_share_of_its_address() {
        let turns = Turns::new(1, 4);
        let first = held(&turns, 9).await;
        let others = [1, 2, 3, 3].map(|other| turns.admit(address(other), 1).unwrap());
        let mut many = turns.admit(address(4), 4).unwrap();
        assert_eq!(turns.waiting(), 3 + 4, "one of the third address gave way");
        assert!(turns.admit(address(5), 1).is_err(), "each address has one");
        drop((first, others));
        for turn in many.drain(..) {
            assert!(turn.place().await.is_some());
        }
        assert_eq!((turns.taken(), turns.waiting()), (0, 0));
    }
}
