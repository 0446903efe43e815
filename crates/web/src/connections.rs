//! [`Connections`]: how many are open, and how many of them come from one address.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Arc, Mutex, PoisonError};

/// The open connections.
#[derive(Debug)]
pub(crate) struct Connections {
    most_of_one: usize,
    by_client: Mutex<HashMap<IpAddr, usize>>,
}

/// An open connection, until it is dropped.
#[derive(Debug)]
pub(crate) struct Connection {
    all: Arc<Connections>,
    client: IpAddr,
}

impl Connections {
    /// At most this number from one address.
    pub(crate) fn new(most_of_one: usize) -> Self {
        Self {
            most_of_one,
            by_client: Mutex::default(),
        }
    }

    /// Counts a connection; `None` if its address has as many as it may.
    pub(crate) fn open(self: &Arc<Self>, address: IpAddr) -> Option<Connection> {
        let client = network(address);
        let mut by_client = self
            .by_client
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let count = by_client.entry(client).or_default();
        if *count >= self.most_of_one {
            return None;
        }
        *count += 1;
        let all = Arc::clone(self);
        Some(Connection { all, client })
    }

    pub(crate) fn count(&self) -> usize {
        let by_client = self
            .by_client
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        by_client.values().sum()
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        let by_client = self.all.by_client.lock();
        let mut by_client = by_client.unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = by_client.get_mut(&self.client) {
            *count -= 1;
            if *count == 0 {
                by_client.remove(&self.client);
            }
        }
    }
}

/// Whose address it is: of IPv6, everybody has a network of 64 bits.
fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => Ipv6Addr::from_bits(address.to_bits() >> 64 << 64).into(),
        address @ IpAddr::V4(_) => address,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_address_has_a_bound_and_others_are_let_in() {
        let all = Arc::new(Connections::new(2));
        let open = |address: &str| all.open(address.parse().unwrap());
        let first = open("192.168.1.7");
        let second = open("::ffff:192.168.1.7");
        assert!(first.is_some() && second.is_some() && open("192.168.1.7").is_none());
        let others = [
            open("192.168.1.8"),
            open("2001:db8::1"),
            open("2001:db8::2:1"),
        ];
        assert!(others.iter().all(Option::is_some) && open("2001:db8::7").is_none());
        assert_eq!(all.count(), 5);
        drop(first);
        assert!(open("192.168.1.7").is_some());
        drop((second, others));
        assert_eq!(all.count(), 0);
    }
}
