//! The content security policy of a page: its own style and its own script, by their
//! hashes, and nothing else.

use sha2::{Digest, Sha256};

/// Returns the policy of a page with this style and this script, each exactly as it
/// is between its tags. Only a live page connects, to its server.
///
/// A browser also refuses style attributes and handlers in attributes: the script
/// sets styles through `element.style`, and handlers with `addEventListener`.
pub(super) fn policy(style: &str, script: &str, is_live: bool) -> String {
    let connect = if is_live { "connect-src 'self'; " } else { "" };
    format!(
        "default-src 'none'; script-src {}; style-src {}; {connect}\
         base-uri 'none'; form-action 'none'",
        source(script),
        source(style)
    )
}

/// Returns the source expression that allows exactly this text.
fn source(text: &str) -> String {
    format!("'sha256-{}'", base64(&Sha256::digest(text)))
}

/// Encodes bytes as base64.
fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let group = |bytes: &[u8]| {
        let byte = |i| u32::from(bytes.get(i).copied().unwrap_or(0));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        let digit = |i: usize| DIGITS[(bits >> (18 - 6 * i) & 63) as usize] as char;
        // Each missing byte leaves out a digit.
        [0, 1, 2, 3].map(|i| if i <= bytes.len() { digit(i) } else { '=' })
    };
    bytes.chunks(3).flat_map(group).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_texts_have_their_base64_and_hash() {
        for (text, expected) in [
            ("", ""),
            ("f", "Zg=="),
            ("fo", "Zm8="),
            ("foo", "Zm9v"),
            ("foob", "Zm9vYg=="),
            ("\u{fffff}?", "87+/vz8="),
        ] {
            assert_eq!(base64(text.as_bytes()), expected);
        }
        // The example of the specification (CSP 3, 8.3).
        let script = "alert('Hello, world.');";
        assert_eq!(source(script), "'sha256-qznLcsROx4GACP2dm0UCKCzCG+HiZ1guq6ZZDob/Tng='");
    }
}
