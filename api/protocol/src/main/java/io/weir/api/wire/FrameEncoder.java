package io.weir.api.wire;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.api.Continuation;
import io.weir.api.StreamItem;
import io.weir.api.TableName;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.error.TableServiceException;
import io.weir.api.write.WriteResult;
import java.nio.ByteBuffer;

/**
 * The encoder of frames.
 *
 * <pre>
 * offset  bytes  meaning
 * 0       1      kind
 * 1       4      length n of the payload in bytes, big-endian
 * 5       n      payload
 *
 * kind  frame     payload
 * 1     entity    the entity as {@link Entity#encoded()} lays it out
 * 2     progress  8 entities scanned; rest: the continuation's text, ASCII
 * 3     end       4 ranges, 8 scanned, 8 returned; rest: name of the access path, ASCII
 * 4     failure   4 index of the failed operation, -1 for none; 1 length c of the code; c the code, ASCII; rest: facts, UTF-8
 * 5     write     see {@link WriteBytes}
 * 6     result    8 Timestamp in ticks; 0 when the entity was removed. If it carries entities: 4 length a, a the entity after the
 *                 write; rest: the entity before the write, no byte if there was none or it was not asked for
 * 7     table     the table's name, ASCII
 * 8     line      1 length g of the group's name, 0 for none; g the name, UTF-8; 1 kind, rest: payload of a write or a failure
 * 9     outcome   8 number of the line; 1 kind, rest: payload of a result or a failure
 * 10    bulk end  8 lines done; 8 lines refused
 * 11    more      8 returned; rest: continuation, ASCII
 * 12    key       the key as {@link EntityKey#encoded()} lays it out
 * 13    feed      see {@link FeedBytes}
 * 14    operation see {@link JointBytes}
 * 15    address   1 length n of the table's name; n the name, ASCII; rest: the key as {@link EntityKey#encoded()} lays it out
 * 16    call      see {@link MessageCallBytes}
 * 17    answer    see {@link MessageAnswerBytes}
 * 18    commit    for each operation: 4 length n; n the payload of an operation
 * 19    committed for each operation: 8 Timestamp in ticks; 0 for a check, and when the entity was removed. If the result carries
 *                 entities: the complement of all bits of the Timestamp, which is negative; 4 length n; n the entities as in a result
 * </pre>
 *
 * <p>All numbers are big-endian. The payload of a result or of committed is at most 4 MiB long. The
 * payload of an entity, a write, a line, an operation, a commit, a call or an item of a feed is at
 * most 2 MiB long, that of an answer with messages 64 KiB more, any other payload 8 KiB.
 *
 * <p>Any thread. Use {@link #putEntity} for a stream of entities: it copies the entity's bytes once
 * and creates no objects.
 */
public final class FrameEncoder {

  private static final int LONGEST_FACTS_UNITS = 1000;
  private static final byte[] NO_BYTES = {};
  private static final ToBytes TO_BYTES = new ToBytes();

  private FrameEncoder() {}

  /** Returns the frame in a new array. */
  public static byte[] encode(Frame frame) {
    return frame.dispatch(TO_BYTES);
  }

  /** Returns the frame of a stream's item in a new array. */
  public static byte[] encode(StreamItem item) {
    return item.dispatch(TO_BYTES);
  }

  /** Returns the number of bytes that {@link #putEntity} writes. */
  public static int entityFrameBytes(Entity entity) {
    return FrameKind.HEAD_BYTES + entity.encoded().length;
  }

  /** Writes the frame of an entity at the buffer's position. The buffer must have room for it. */
  public static void putEntity(Entity entity, ByteBuffer target) {
    putHead(FrameKind.ENTITY, entity.encoded().length, target).put(entity.encoded());
  }

  /** Returns a buffer with the head written and exactly the room for the payload. */
  static ByteBuffer begin(FrameKind kind, int payloadBytes) {
    return putHead(kind, payloadBytes, ByteBuffer.allocate(FrameKind.HEAD_BYTES + payloadBytes));
  }

  /** Returns the bytes of a buffer of {@link #begin} that is full. */
  @SuppressWarnings("ByteBufferBackingArray") // begin has allocated it
  static byte[] end(ByteBuffer begun) {
    return begun.array();
  }

  /**
   * Returns a frame that contains {@code before}, then the kind and the payload of another frame.
   */
  static byte[] around(FrameKind kind, byte[] before, byte[] frame) {
    var payloadBytes = frame.length - FrameKind.HEAD_BYTES;
    return begin(kind, before.length + 1 + payloadBytes)
        .put(before)
        .put(frame[0])
        .put(frame, FrameKind.HEAD_BYTES, payloadBytes)
        .array();
  }

  /** Returns the entities of a result as they follow its Timestamp; no byte if it has none. */
  static byte[] images(WriteResult result) {
    if (result.after().isEmpty()) {
      return NO_BYTES;
    }
    var after = result.after().get().encoded();
    var before = result.before().map(Entity::encoded).orElse(NO_BYTES);
    return ByteBuffer.allocate(Integer.BYTES + after.length + before.length)
        .putInt(after.length)
        .put(after)
        .put(before)
        .array();
  }

  private static ByteBuffer putHead(FrameKind kind, int payloadBytes, ByteBuffer target) {
    return target.put(kind.tag()).putInt(payloadBytes);
  }

  private static final class ToBytes implements Frame.Handler<byte[]>, StreamItem.Handler<byte[]> {

    @Override
    public byte[] item(Frame.Item frame) {
      return frame.item().dispatch(this);
    }

    @Override
    public byte[] failure(Frame.Failure frame) {
      return failure(frame.cause());
    }

    @Override
    public byte[] change(Frame.Change frame) {
      return WriteBytes.encode(frame.write());
    }

    @Override
    public byte[] result(Frame.Result frame) {
      return result(frame.result());
    }

    @Override
    public byte[] table(Frame.Table frame) {
      return table(frame.name());
    }

    @Override
    public byte[] row(StreamItem.Row item) {
      var bytes = ByteBuffer.allocate(entityFrameBytes(item.entity()));
      putEntity(item.entity(), bytes);
      return bytes.array();
    }

    @Override
    public byte[] progress(StreamItem.Progress item) {
      return place(FrameKind.PROGRESS, item.scanned(), item.resume());
    }

    @Override
    public byte[] end(StreamItem.End item) {
      var report = item.report();
      var name = report.path().name();
      var path = (report.index().isEmpty() ? name : name + " " + report.index()).getBytes(US_ASCII);
      return begin(FrameKind.END, Integer.BYTES + 2 * Long.BYTES + path.length)
          .putInt(report.ranges())
          .putLong(report.scanned())
          .putLong(report.returned())
          .put(path)
          .array();
    }

    @Override
    public byte[] more(Frame.More frame) {
      return place(FrameKind.MORE, frame.returned(), frame.resume());
    }

    @Override
    public byte[] line(Frame.Line frame) {
      return frame.line().dispatch(BulkBytes.LINE);
    }

    @Override
    public byte[] outcome(Frame.Outcome frame) {
      return frame.result().dispatch(BulkBytes.OUTCOME);
    }

    @Override
    public byte[] key(Frame.Key frame) {
      var key = frame.key().encoded();
      return begin(FrameKind.KEY, key.length).put(key).array();
    }

    @Override
    public byte[] operation(Frame.Operation frame) {
      return frame.operation().dispatch(JointBytes.OPERATION);
    }

    @Override
    public byte[] address(Frame.Address frame) {
      return JointBytes.address(frame.key());
    }

    @Override
    public byte[] commit(Frame.Commit frame) {
      return JointBytes.commit(frame.commit());
    }

    @Override
    public byte[] committed(Frame.Committed frame) {
      return JointBytes.committed(frame.results());
    }

    @Override
    public byte[] call(Frame.Call frame) {
      return frame.call().dispatch(MessageCallBytes.ENCODER);
    }

    @Override
    public byte[] answer(Frame.Answer frame) {
      return frame.answer().dispatch(MessageAnswerBytes.ENCODER);
    }

    @Override
    public byte[] feed(Frame.Feed frame) {
      return frame.item().dispatch(FeedBytes.ENCODER);
    }

    private static byte[] place(FrameKind kind, long count, Continuation resume) {
      var token = resume.encode().getBytes(US_ASCII);
      return begin(kind, Long.BYTES + token.length).putLong(count).put(token).array();
    }

    private static byte[] failure(TableServiceException cause) {
      var code = cause.code().code().getBytes(US_ASCII);
      var facts = shortened(cause.facts()).getBytes(UTF_8);
      return begin(FrameKind.FAILURE, Integer.BYTES + 1 + code.length + facts.length)
          .putInt(cause.failedOperation())
          .put((byte) code.length)
          .put(code)
          .put(facts)
          .array();
    }

    private static byte[] result(WriteResult result) {
      var images = images(result);
      return begin(FrameKind.RESULT, Long.BYTES + images.length)
          .putLong(result.timestampTicks())
          .put(images)
          .array();
    }

    private static byte[] table(TableName name) {
      var text = name.value().getBytes(US_ASCII);
      return begin(FrameKind.TABLE, text.length).put(text).array();
    }

    private static String shortened(String facts) {
      return facts.length() <= LONGEST_FACTS_UNITS
          ? facts
          : facts.substring(0, LONGEST_FACTS_UNITS) + "…";
    }
  }
}
