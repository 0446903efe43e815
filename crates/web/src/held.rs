//! [`holding`]: a body that holds something until it is sent, or until its connection is closed.

use axum::body::{Body, Bytes};
use hyper::body::{Body as HttpBody, Frame, SizeHint};
use std::pin::Pin;
use std::task::{Context, Poll};

/// The body, which holds something until it is dropped. Whoever sends it asks for one more part after the last one, which is when that
/// is sent: if it were told before that there is none, it would drop the body and keep the part until the client takes it.
pub(crate) fn holding(body: Body, held: impl Send + Unpin + 'static) -> Body {
    Body::new(Holding {
        is_sent: body.is_end_stream(),
        body,
        _held: held,
    })
}

struct Holding<T> {
    body: Body,
    is_sent: bool,
    _held: T,
}

impl<T: Unpin> HttpBody for Holding<T> {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let frame = Pin::new(&mut self.body).poll_frame(context);
        self.is_sent |= matches!(frame, Poll::Ready(None));
        frame
    }

    fn is_end_stream(&self) -> bool {
        self.is_sent
    }

    fn size_hint(&self) -> SizeHint {
        HttpBody::size_hint(&self.body)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use http_body_util::BodyExt;
    use std::sync::Arc;

    #[tokio::test]
    async fn what_is_held_is_held_until_more_than_the_last_part_is_asked_for() {
        let held = Arc::new(());
        let mut body = holding("all".into(), Arc::clone(&held));
        assert_eq!(HttpBody::size_hint(&body).exact(), Some(3));
        let part = body.frame().await.unwrap().unwrap();
        assert_eq!(part.into_data().unwrap(), "all");
        assert!(!body.is_end_stream());
        assert!(body.frame().await.is_none() && body.is_end_stream());
        assert!(holding(Body::empty(), held).is_end_stream());
    }
}
