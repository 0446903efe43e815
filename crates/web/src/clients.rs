//! [`Proxies`]: whose request it is, behind proxies, too; and [`network`], by which one client is told from another.

use axum::http::HeaderMap;
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

/// An address, perhaps with a port.
fn read(text: &[u8]) -> Option<IpAddr> {
    let text = str::from_utf8(text).ok()?.trim();
    let with_port = || text.parse::<SocketAddr>().ok().map(|both| both.ip());
    text.parse().ok().or_else(with_port)
}

/// Whose address it is: of IPv6, everybody has a network of 64 bits.
pub(crate) fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => Ipv6Addr::from_bits(address.to_bits() >> 64 << 64).into(),
        address @ IpAddr::V4(_) => address,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderValue;

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
