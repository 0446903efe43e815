//! [`Hosts`]: the names under which the server may be addressed.

use std::net::IpAddr;

/// The names under which the server may be addressed.
///
/// A page of another site can make its own name point to this machine (DNS rebinding) and would then have the same origin as the server. So
/// only names that no other site can own are accepted: addresses, `localhost`, and names given on the command line.
#[derive(Debug, Clone, Default)]
pub(crate) struct Hosts {
    names: Vec<String>,
}

impl Hosts {
    /// Accepts addresses, `localhost`, and these names.
    pub(crate) fn with(names: &[String]) -> Self {
        Self {
            names: names.iter().map(|name| plain(name)).collect(),
        }
    }

    /// Returns `true` if the server accepts a `Host` header, a name or an address with or without a port.
    pub(crate) fn accepts(&self, host: &str) -> bool {
        let Some(name) = without_port(host) else {
            return false;
        };
        let name = plain(name);
        let is_address = name.trim_matches(['[', ']']).parse::<IpAddr>().is_ok();
        is_address || name == "localhost" || self.names.contains(&name)
    }
}

/// Normalizes a name: a dot at its end is dropped.
fn plain(name: &str) -> String {
    name.strip_suffix('.').unwrap_or(name).to_ascii_lowercase()
}

/// Returns the host without its port; `None` if the text after the colon is not a port.
fn without_port(host: &str) -> Option<&str> {
    let (name, port) = match host.rsplit_once(':') {
        Some((name, port)) if !port.ends_with(']') => (name, port),
        Some(_) | None => return Some(host),
    };
    port.parse::<u16>().ok().map(|_| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_names_that_no_site_can_own_are_accepted() {
        let hosts = Hosts::with(&["Chess.example".to_owned()]);
        for host in [
            "localhost",
            "localhost:8080",
            "LOCALHOST:1",
            "127.0.0.1:8080",
            "[::1]:8080",
            "[::1]",
            "192.168.1.7:80",
            "chess.example",
            "chess.example:443",
            "CHESS.EXAMPLE.",
            "localhost.:8080",
        ] {
            assert!(hosts.accepts(host), "{host}");
        }
        for host in [
            "",
            "evil.example",
            "localhost.evil.example",
            "127.0.0.1.evil.example",
            "localhost:x",
            "chess.example..",
            ".",
            "chess.example.evil.example:80",
            "localhost:99999",
        ] {
            assert!(!hosts.accepts(host), "{host}");
        }
    }
}
