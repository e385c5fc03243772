package io.weir.api.wire;

import io.weir.api.queue.HeldMessage;
import io.weir.api.queue.MessageUpdate;
import io.weir.api.queue.NewMessage;

/** A requested operation on the messages of a queue. */
public sealed interface MessageCall {

  /** Calls the handler's method for this kind of operation. */
  <R> R dispatch(Handler<R> handler);

  /** One method for each kind of operation. */
  interface Handler<R> {
    R put(Put call);

    R take(Take call);

    R update(Update call);

    R delete(Delete call);
  }

  /** Puts a message into the queue. The answer is {@link MessageAnswer.Sent}. */
  record Put(NewMessage message) implements MessageCall {
    @Override
    public <R> R dispatch(Handler<R> handler) {
      return handler.put(this);
    }
  }

  /** Takes messages, without a wait. The answer is {@link MessageAnswer.Taken}. */
  record Take(io.weir.api.queue.Take take) implements MessageCall {
    @Override
    public <R> R dispatch(Handler<R> handler) {
      return handler.take(this);
    }
  }

  /** Changes a message that the caller holds. The answer is {@link MessageAnswer.Renewed}. */
  record Update(HeldMessage held, MessageUpdate update) implements MessageCall {
    @Override
    public <R> R dispatch(Handler<R> handler) {
      return handler.update(this);
    }
  }

  /** Deletes a message that the caller holds. The answer is {@link MessageAnswer.Deleted}. */
  record Delete(HeldMessage held) implements MessageCall {
    @Override
    public <R> R dispatch(Handler<R> handler) {
      return handler.delete(this);
    }
  }
}
