//! [`Proxies`]: whose request it is, behind proxies, too; [`network`], by which one client is told from another; and
//! [`who_gives_way`], by which clients share what there is.

use axum::http::HeaderMap;
use std::collections::BTreeMap;
use std::net::{IpAddr, Ipv6Addr, SocketAddr};

/// The proxies whose word about their clients is taken.
#[derive(Debug, Clone, Default)]
pub(crate) struct Proxies(Vec<IpAddr>);

impl Proxies {
    pub(crate) fn new(addresses: &[IpAddr]) -> Self {
        Self(addresses.iter().map(IpAddr::to_canonical).collect())
    }

    pub(crate) fn contains(&self, address: IpAddr) -> bool {
        self.0.contains(&address.to_canonical())
    }

    /// The client of a request that came from `peer`. Each proxy adds the address that it sees to the end of `X-Forwarded-For`, and
    /// what stands before may be anybody's invention: so it is the last address that is not a proxy's.
    pub(crate) fn client(&self, peer: IpAddr, headers: &HeaderMap) -> IpAddr {
        let lines = headers.get_all("x-forwarded-for").iter();
        let named = lines.flat_map(|line| line.as_bytes().split(|byte| *byte == b','));
        let mut named: Vec<&[u8]> = named.collect();
        let mut client = peer;
        while self.contains(client)
            && let Some(before) = named.pop().and_then(read)
        {
            client = before;
        }
        network(client)
    }
}

/// An address, perhaps in brackets, or with a port.
fn read(text: &[u8]) -> Option<IpAddr> {
    let text = str::from_utf8(text).ok()?.trim();
    let with_port = || text.parse::<SocketAddr>().ok().map(|both| both.ip());
    let alone = text.trim_matches(['[', ']']).parse();
    alone.ok().or_else(with_port)
}

/// Whose address it is: of IPv6, everybody has a network of 64 bits, unless it is the local network.
pub(crate) fn network(address: IpAddr) -> IpAddr {
    let is_local =
        |it: Ipv6Addr| it.is_loopback() || it.is_unicast_link_local() || it.is_unique_local();
    match address.to_canonical() {
        IpAddr::V6(it) if !is_local(it) => Ipv6Addr::from_bits(it.to_bits() >> 64 << 64).into(),
        address => address,
    }
}

/// There is no room.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Full;

/// The one rule by which addresses share room in a queue, connections and memory. Whoever comes takes what it wants while there is
/// room. When there is not, each address has an equal share: one that stays within its share takes from the one that has most, which
/// must give way until there is room; others are refused.
///
/// `held` says who holds how much of `most`. The answer is the address that must give way, or `None` if there is room.
pub(crate) fn who_gives_way(
    most: usize,
    held: impl Iterator<Item = (IpAddr, usize)>,
    client: IpAddr,
    more: usize,
) -> Result<Option<IpAddr>, Full> {
    let (mut own, mut others) = (0, BTreeMap::new());
    for (address, amount) in held.filter(|(_, amount)| *amount > 0) {
        if address == client {
            own += amount;
        } else {
            *others.entry(address).or_insert(0) += amount;
        }
    }
    if others.values().sum::<usize>() + own + more <= most {
        return Ok(None);
    }
    if own + more > most / (1 + others.len()) {
        return Err(Full);
    }
    // It has more than its share, since this client has less.
    let largest = others.into_iter().max_by_key(|(_, amount)| *amount);
    largest.map(|(address, _)| Some(address)).ok_or(Full)
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderValue;

    #[test]
    fn who_has_less_than_its_share_takes_from_the_one_that_has_most() {
        let address = |number: u8| IpAddr::from([10, 0, 0, number]);
        for (held, client, more, expected) in [
            (&[][..], 1, 12, Ok(None)),
            (&[], 1, 13, Err(Full)),
            (&[(1, 6), (1, 5)], 1, 1, Ok(None)),
            (&[(1, 6), (1, 6)], 1, 1, Err(Full)),
            (&[(1, 6), (1, 6)], 2, 6, Ok(Some(1))),
            (&[(1, 6), (1, 6)], 2, 7, Err(Full)),
            (&[(1, 4), (2, 4), (3, 3), (2, 1)], 3, 1, Ok(Some(2))),
            (&[(1, 4), (2, 4), (3, 4)], 3, 1, Err(Full)),
            // Who holds nothing does not count.
            (&[(1, 12), (2, 0), (3, 0)], 3, 6, Ok(Some(1))),
        ] {
            let all = held.iter().map(|(number, held)| (address(*number), *held));
            let found = who_gives_way(12, all, address(client), more);
            assert_eq!(found, expected.map(|it| it.map(address)), "{held:?}");
        }
    }

    #[test]
    fn a_client_is_the_last_address_that_no_proxy_has() {
        let address = |text: &str| -> IpAddr { text.parse().unwrap() };
        let proxies = Proxies::new(&[address("10.0.0.1"), address("10.0.0.2")]);
        for (peer, lines, client) in [
            ("10.0.0.1", &[][..], "10.0.0.1"),
            ("10.0.0.1", &["1.2.3.4"], "1.2.3.4"),
            ("::ffff:10.0.0.1", &["1.2.3.4"], "1.2.3.4"),
            // Only proxies are believed, and only what they have added.
            ("10.0.0.3", &["1.2.3.4"], "10.0.0.3"),
            ("10.0.0.1", &["9.9.9.9, 1.2.3.4"], "1.2.3.4"),
            ("10.0.0.1", &["9.9.9.9", "1.2.3.4, 10.0.0.2"], "1.2.3.4"),
            ("10.0.0.1", &["9.9.9.9", "\u{fc}"], "10.0.0.1"),
            ("10.0.0.1", &["9.9.9.9, unknown"], "10.0.0.1"),
            ("10.0.0.1", &["1.2.3.4:567"], "1.2.3.4"),
            ("10.0.0.1", &["[2001:db8::7]:567"], "2001:db8::"),
            ("10.0.0.1", &["[2001:db8::7]"], "2001:db8::"),
            // On a local network each address is a client.
            ("10.0.0.1", &["fe80::7"], "fe80::7"),
            ("10.0.0.1", &["fd00::1:0:0:0:7"], "fd00::1:0:0:0:7"),
            ("::1", &[], "::1"),
            ("10.0.0.1", &["10.0.0.2, 10.0.0.1"], "10.0.0.2"),
        ] {
            let mut headers = HeaderMap::new();
            for line in lines {
                let line = HeaderValue::from_bytes(line.as_bytes()).unwrap();
                headers.append("x-forwarded-for", line);
            }
            let found = proxies.client(address(peer), &headers);
            assert_eq!(found, address(client), "{peer} {lines:?}");
        }
    }
}
