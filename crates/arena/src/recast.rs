//! One generic type as another, where both are the same: how code for all games treats chess in its own way.

use std::any::Any;

/// The value as the other type, if that is the type it has.
pub fn recast<A: 'static, B: 'static>(value: A) -> Option<B> {
    let mut value = Some(value);
    let same: &mut dyn Any = &mut value;
    same.downcast_mut::<Option<B>>()?.take()
}

/// The same for a reference.
pub fn recast_ref<A: 'static, B: 'static>(value: &A) -> Option<&B> {
    let same: &dyn Any = value;
    same.downcast_ref()
}
