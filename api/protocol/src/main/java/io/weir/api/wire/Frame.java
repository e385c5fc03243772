package io.weir.api.wire;

import io.weir.api.Continuation;
import io.weir.api.FeedItem;
import io.weir.api.JointCommit;
import io.weir.api.StreamItem;
import io.weir.api.TableKey;
import io.weir.api.TableName;
import io.weir.api.TableWrite;
import io.weir.api.entity.EntityKey;
import io.weir.api.error.TableServiceException;
import io.weir.api.write.BulkLine;
import io.weir.api.write.BulkResult;
import io.weir.api.write.Write;
import io.weir.api.write.WriteResult;
import java.util.List;

/**
 * A message of the binary dialect. {@link FrameEncoder} defines its bytes and {@link FrameDecoder}
 * reads them.
 *
 * <pre>
 * request                   body      answer
 * stream of a query         none      item..., the last of them End; or item..., More
 * page of a query           none      Row..., Progress where there is a next page, End
 * page of tables            none      table..., Progress where there is a next page, End
 * one entity, one table     none      Row; table
 * create a table            table     none
 * several entities          key...    for each, in their order: Row or failure
 * single write              change    result
 * changes                   none      feed..., without end, or the last of them that of a dropped table
 * several writes            change... for each, in their order: result or failure
 * batch                     change... result..., in their order
 * joint commit              operation... result..., in their order
 * messages of a queue       call...    for each, in their order: answer or failure
 * joint commits             commit...  for each, in their order: committed or failure
 * joint read                address... for each, in their order: Row or failure
 * bulk write                line...   outcome..., in their order, the last of them End
 * </pre>
 *
 * <p>Instead of any answer there may be one failure, for the whole request. In a stream a failure
 * may also follow items; it is then the last frame.
 */
public sealed interface Frame {

  /** Calls the handler's method for this kind of frame. */
  <R> R dispatch(Handler<R> handler);

  /** One method for each kind of frame. */
  interface Handler<R> {
    R item(Item frame);

    R more(More frame);

    R failure(Failure frame);

    R change(Change frame);

    R result(Result frame);

    R table(Table frame);

    R line(Line frame);

    R outcome(Outcome frame);

    R key(Key frame);

    R feed(Feed frame);

    R operation(Operation frame);

    R address(Address frame);

    R call(Call frame);

    R answer(Answer frame);

    R commit(Commit frame);

    R committed(Committed frame);
  }

  /**
   * A handler that accepts the kinds of frame whose methods it overrides and fails for all others.
   */
  interface Only<R> extends Handler<R> {

    /** Returns the failure for a kind of frame that is not accepted. */
    RuntimeException unexpected(String kind);

    @Override
    default R item(Item frame) {
      throw unexpected("item");
    }

    @Override
    default R more(More frame) {
      throw unexpected("more");
    }

    @Override
    default R failure(Failure frame) {
      throw unexpected("failure");
    }

    @Override
    default R change(Change frame) {
      throw unexpected("change");
    }

    @Override
    default R result(Result frame) {
      throw unexpected("result");
    }

    @Override
    default R table(Table frame) {
      throw unexpected("table");
    }

    @Override
    default R line(Line frame) {
      throw unexpected("line");
    }

    @Override
    default R outcome(Outcome frame) {
      throw unexpected("outcome");
    }

    @Override
    default R key(Key frame) {
      throw unexpected("key");
    }

    @Override
    default R feed(Feed frame) {
      throw unexpected("feed");
    }

    @Override
    default R operation(Operation frame) {
      throw unexpected("operation");
    }

    @Override
    default R address(Address frame) {
      throw unexpected("address");
    }

    @Override
    default R call(Call frame) {
      throw unexpected("call");
    }

    @Override
    default R answer(Answer frame) {
      throw unexpected("answer");
    }

    @Override
    default R commit(Commit frame) {
      throw unexpected("commit");
    }

    @Override
    default R committed(Committed frame) {
      throw unexpected("committed");
    }
  }

  /** A part of a query's answer. */
  record Item(StreamItem item) implements Frame {
    @Override
    public <R> R dispatch(Handler<R> handler) {
      return handler.item(this);
    }
  }

  /**
   * The end of a stream that reached a limit and is not complete.
   *
   * @param resume a stream that begins at this position returns the remaining entities, without
   *     loss or repetition
   * @param returned number of entities in this stream
   */
  record More(Continuation resume, long returned) implements Frame {
    @Override
    public <R> R dispatch(Handler<R> handler) {
      return handler.more(this);
    }
  }

  /** The failure of the request or of its remaining part. */
  record Failure(TableServiceException cause) implements Frame {
    @Override
    public <R> R dispatch(Handler<R> handler) {
      return handler.failure(this);
    }
  }

  /** A requested write. */
  record Change(Write write) implements Frame {
    @Override
    public <R> R dispatch(Handler<R> handler) {
      return handler.change(this);
    }
  }

  /** A write that was carried out. */
  record Result(WriteResult result) implements Frame {
    @Override
    public <R> R dispatch(Handler<R> handler) {
      return handler.result(this);
    }
  }

  /** The name of a table. */
  record Table(TableName name) implements Frame {
    @Override
    public <R> R dispatch(Handler<R> handler) {
      return handler.table(this);
    }
  }

  /**
   * A line of a bulk write. A failure frame in its place ends the lines: see
   * {@code TableService.bulk}.
   */
  record Line(BulkLine line) implements Frame {
    @Override
    public <R> R dispatch(Handler<R> handler) {
      return handler.line(this);
    }
  }

  /** The result of a line of a bulk write, or the totals of all lines. */
  record Outcome(BulkResult result) implements Frame {
    @Override
    public <R> R dispatch(Handler<R> handler) {
      return handler.outcome(this);
    }
  }

  /** An item of a change feed. */
  record Feed(FeedItem item) implements Frame {
    @Override
    public <R> R dispatch(Handler<R> handler) {
      return handler.feed(this);
    }
  }

  /** An operation of a joint commit. */
  record Operation(TableWrite operation) implements Frame {
    @Override
    public <R> R dispatch(Handler<R> handler) {
      return handler.operation(this);
    }
  }

  /** The address of an entity that a joint read requests. */
  record Address(TableKey key) implements Frame {
    @Override
    public <R> R dispatch(Handler<R> handler) {
      return handler.address(this);
    }
  }

  /** An operation on the messages of a queue. */
  record Call(MessageCall call) implements Frame {
    @Override
    public <R> R dispatch(Handler<R> handler) {
      return handler.call(this);
    }
  }

  /** The answer to an operation on messages. */
  record Answer(MessageAnswer answer) implements Frame {
    @Override
    public <R> R dispatch(Handler<R> handler) {
      return handler.answer(this);
    }
  }

  /**
   * A whole joint commit. A longer one than a frame can hold is a request of {@link Operation}s.
   */
  record Commit(JointCommit commit) implements Frame {
    @Override
    public <R> R dispatch(Handler<R> handler) {
      return handler.commit(this);
    }
  }

  /** A joint commit that was carried out, with the results of its operations in their order. */
  record Committed(List<WriteResult> results) implements Frame {

    public Committed {
      results = List.copyOf(results);
    }

    @Override
    public <R> R dispatch(Handler<R> handler) {
      return handler.committed(this);
    }
  }

  /** The key of a requested entity. */
  record Key(EntityKey key) implements Frame {
    @Override
    public <R> R dispatch(Handler<R> handler) {
      return handler.key(this);
    }
  }
}
