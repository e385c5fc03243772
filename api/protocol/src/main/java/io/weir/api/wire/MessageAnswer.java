package io.weir.api.wire;

import io.weir.api.queue.RenewedMessage;
import io.weir.api.queue.SentMessage;
import io.weir.api.queue.TakenMessage;
import java.util.List;

/**
 * The answer to a {@link MessageCall} that was carried out. Moments are exact to the millisecond.
 */
public sealed interface MessageAnswer {

  /** Calls the handler's method for this kind of answer. */
  <R> R dispatch(Handler<R> handler);

  /** One method for each kind of answer. */
  interface Handler<R> {
    R sent(Sent answer);

    R taken(Taken answer);

    R renewed(Renewed answer);

    R deleted(Deleted answer);
  }

  /** A message that was put into the queue. */
  record Sent(SentMessage message) implements MessageAnswer {
    @Override
    public <R> R dispatch(Handler<R> handler) {
      return handler.sent(this);
    }
  }

  /** The messages that were taken, none if no message is visible. */
  record Taken(List<TakenMessage> messages) implements MessageAnswer {

    public Taken {
      messages = List.copyOf(messages);
    }

    @Override
    public <R> R dispatch(Handler<R> handler) {
      return handler.taken(this);
    }
  }

  /** A message that was changed. */
  record Renewed(RenewedMessage message) implements MessageAnswer {
    @Override
    public <R> R dispatch(Handler<R> handler) {
      return handler.renewed(this);
    }
  }

  /** A message was deleted. */
  record Deleted() implements MessageAnswer {
    @Override
    public <R> R dispatch(Handler<R> handler) {
      return handler.deleted(this);
    }
  }
}
