package io.weir.api;

import io.weir.api.entity.Entity;

/** An item of a stream: an entity, a report of progress, or the end. */
public sealed interface StreamItem {

  /** Calls the handler's method for this kind of item. */
  <R> R dispatch(Handler<R> handler);

  /** One method for each kind of item. */
  interface Handler<R> {
    R row(Row item);

    R progress(Progress item);

    R end(End item);
  }

  /** A matching entity. */
  record Row(Entity entity) implements StreamItem {
    @Override
    public <R> R dispatch(Handler<R> handler) {
      return handler.row(this);
    }
  }

  /**
   * A report of how far the stream has read. It is also sent while nothing matches.
   *
   * @param resume a stream that begins at this position neither loses nor repeats an entity
   * @param scanned number of entities read so far
   */
  record Progress(Continuation resume, long scanned) implements StreamItem {
    @Override
    public <R> R dispatch(Handler<R> handler) {
      return handler.progress(this);
    }
  }

  /** The last item. Every matching entity has been sent, or as many as the query allows. */
  record End(QueryReport report) implements StreamItem {
    @Override
    public <R> R dispatch(Handler<R> handler) {
      return handler.end(this);
    }
  }
}
