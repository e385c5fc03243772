package io.weir.client.stream;

import io.weir.api.FeedItem;
import io.weir.api.StreamItem;
import io.weir.api.TableName;
import io.weir.api.entity.Entity;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.ServiceFailedException;
import io.weir.api.wire.Frame;
import io.weir.api.wire.MessageAnswer;
import io.weir.api.write.BulkResult;
import io.weir.api.write.WriteResult;
import java.util.List;
import java.util.Optional;

/**
 * The kind of frame that an answer consists of. A failure frame is thrown as its cause. Any other
 * frame means that the peer does not speak the dialect, and fails with {@code InternalError}.
 * Internal to the client: not an API.
 */
public interface ExpectedFrame<R> extends Frame.Only<R> {

  /** No frame except a failure. */
  ExpectedFrame<Void> NOTHING = new ExpectedFrame<>() {};

  /** Items of a query's answer. */
  ExpectedFrame<StreamItem> ITEM = new ExpectedFrame<>() {
    @Override
    public StreamItem item(Frame.Item frame) {
      return frame.item();
    }
  };

  /** Items of a change feed. */
  ExpectedFrame<FeedItem> FEED = new ExpectedFrame<>() {
    @Override
    public FeedItem feed(Frame.Feed frame) {
      return frame.item();
    }
  };

  /** A single entity. */
  ExpectedFrame<Entity> ENTITY = new ExpectedFrame<>() {
    @Override
    public Entity item(Frame.Item frame) {
      if (frame.item() instanceof StreamItem.Row row) {
        return row.entity();
      }
      throw unexpected("item");
    }
  };

  /** An entity of a joint read, or the failure that says that it is absent. */
  ExpectedFrame<Optional<Entity>> FOUND = new ExpectedFrame<>() {
    @Override
    public Optional<Entity> item(Frame.Item frame) {
      return Optional.of(ENTITY.item(frame));
    }

    @Override
    public Optional<Entity> failure(Frame.Failure frame) {
      if (frame.cause().code() == ErrorCode.RESOURCE_NOT_FOUND) {
        return Optional.empty();
      }
      throw frame.cause();
    }
  };

  /** Results of writes. */
  ExpectedFrame<WriteResult> RESULT = new ExpectedFrame<>() {
    @Override
    public WriteResult result(Frame.Result frame) {
      return frame.result();
    }
  };

  /** Results of the lines of a bulk write. */
  ExpectedFrame<BulkResult> OUTCOME = new ExpectedFrame<>() {
    @Override
    public BulkResult outcome(Frame.Outcome frame) {
      return frame.result();
    }
  };

  /** Joint commits that were carried out. */
  ExpectedFrame<List<WriteResult>> COMMITTED = new ExpectedFrame<>() {
    @Override
    public List<WriteResult> committed(Frame.Committed frame) {
      return frame.results();
    }
  };

  /** Answers to operations on messages. */
  ExpectedFrame<MessageAnswer> ANSWER = new ExpectedFrame<>() {
    @Override
    public MessageAnswer answer(Frame.Answer frame) {
      return frame.answer();
    }
  };

  /** A single table. */
  ExpectedFrame<TableName> TABLE = new ExpectedFrame<>() {
    @Override
    public TableName table(Frame.Table frame) {
      return frame.name();
    }
  };

  @Override
  default R failure(Frame.Failure frame) {
    throw frame.cause();
  }

  @Override
  default ServiceFailedException unexpected(String kind) {
    return unexpectedAnswer(kind);
  }

  /** Returns the failure for an answer that contains something unexpected. */
  static ServiceFailedException unexpectedAnswer(String what) {
    return new ServiceFailedException(ErrorCode.INTERNAL_ERROR, "unexpectedAnswer=" + what, null);
  }
}
