//! Serialization of values as their text.

/// Implements serde for a type through its `Display` and `FromStr`.
#[macro_export]
macro_rules! serde_via_text {
    ($type:ty) => {
        impl serde::Serialize for $type {
            fn serialize<S: serde::Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
                s.collect_str(self)
            }
        }

        impl<'d> serde::Deserialize<'d> for $type {
            fn deserialize<D: serde::Deserializer<'d>>(d: D) -> Result<$type, D::Error> {
                let text = <String as serde::Deserialize>::deserialize(d)?;
                text.parse().map_err(serde::de::Error::custom)
            }
        }
    };
}

pub use crate::serde_via_text;
