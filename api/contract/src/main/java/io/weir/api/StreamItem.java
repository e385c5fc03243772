package io.weir.api;

import io.weir.api.entity.Entity;

/** What a stream carries: entities, now and then how far it is, and at last that it is complete. */
public sealed interface StreamItem {

  /** Calls the method of the handler that belongs to this item. */
  <R> R dispatch(Handler<R> handler);

  /** One method for each kind of item. */
  interface Handler<R> {
    R row(Row item);

    R progress(Progress item);

    R end(End item);
  }

  /** An entity that matches. */
  record Row(Entity entity) implements StreamItem {
    @Override
    public <R> R dispatch(Handler<R> handler) {
      return handler.row(this);
    }
  }

  /**
   * How far the stream is, also when nothing matched for a while: a stream that is started from here loses and repeats nothing.
   *
   * @param scanned entities read so far
   */
  record Progress(Continuation resume, long scanned) implements StreamItem {
    @Override
    public <R> R dispatch(Handler<R> handler) {
      return handler.progress(this);
    }
  }

  /** The last item: every entity that matches, or as many as were asked for, has been answered. */
  record End(QueryReport report) implements StreamItem {
    @Override
    public <R> R dispatch(Handler<R> handler) {
      return handler.end(this);
    }
  }
}
