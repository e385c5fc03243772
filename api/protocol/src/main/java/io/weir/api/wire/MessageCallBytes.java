package io.weir.api.wire;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.api.queue.HeldMessage;
import io.weir.api.queue.MessageId;
import io.weir.api.queue.MessageText;
import io.weir.api.queue.MessageUpdate;
import io.weir.api.queue.NewMessage;
import io.weir.api.queue.PopReceipt;
import io.weir.api.queue.Take;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The payload of an operation on messages.
 *
 * <pre>
 * bytes  meaning, big-endian; times are milliseconds, rounded up
 * 1      kind: 1 put, 2 take, 3 update, 4 delete
 *        put:
 * 8      delay
 * 8      time to live, -1 for never
 * 2      length o of the ordering key, 0 for none
 * o      ordering key, UTF-8
 * rest   text, UTF-8
 *        take:
 * 1      most messages
 * 8      visibility
 *        update and delete:
 * 16     id
 * 2      length r of the receipt
 * r      receipt, UTF-8
 *        update:
 * 8      visibility
 * 1      1 with a new text, 0 without
 * rest   text, UTF-8
 * </pre>
 *
 * <p>Any thread.
 */
final class MessageCallBytes {

  static final MessageCall.Handler<byte[]> ENCODER = new Encoder();

  private static final byte PUT = 1;
  private static final byte TAKE = 2;
  private static final byte UPDATE = 3;
  private static final byte DELETE = 4;
  private static final long NEVER = -1;
  private static final int ID_BYTES = 2 * Long.BYTES;
  private static final Duration ALMOST_A_MILLISECOND = Duration.ofNanos(999_999);

  private MessageCallBytes() {}

  /** Reads a payload. Fails with {@code InvalidInput}, and as the records of the contract do. */
  static MessageCall decode(byte[] payload) {
    var bytes = Payload.of(payload, 1);
    try {
      var kind = bytes.get();
      return switch (kind) {
        case PUT -> new MessageCall.Put(message(bytes));
        case TAKE -> new MessageCall.Take(new Take(bytes.get(), millis(bytes)));
        case UPDATE -> new MessageCall.Update(held(bytes), update(bytes));
        case DELETE -> new MessageCall.Delete(held(bytes));
        default -> throw Payload.malformed("messageCall", "kind=" + kind);
      };
    } catch (BufferUnderflowException e) {
      throw Payload.malformed("messageCall", "bytes=" + payload.length);
    }
  }

  private static NewMessage message(ByteBuffer bytes) {
    var delay = millis(bytes);
    var life = bytes.getLong();
    var key = Payload.text(bytes, Short.toUnsignedInt(bytes.getShort()), UTF_8);
    return new NewMessage(
        text(bytes),
        delay,
        life == NEVER ? null : Duration.ofMillis(life),
        key.isEmpty() ? null : key);
  }

  private static MessageUpdate update(ByteBuffer bytes) {
    var visibility = millis(bytes);
    return new MessageUpdate(visibility, bytes.get() == 0 ? null : text(bytes));
  }

  private static HeldMessage held(ByteBuffer bytes) {
    var id = new MessageId(new UUID(bytes.getLong(), bytes.getLong()));
    return new HeldMessage(
        id, new PopReceipt(Payload.text(bytes, Short.toUnsignedInt(bytes.getShort()), UTF_8)));
  }

  private static MessageText text(ByteBuffer rest) {
    return new MessageText(Payload.text(rest, rest.remaining(), UTF_8));
  }

  private static Duration millis(ByteBuffer bytes) {
    return Duration.ofMillis(bytes.getLong());
  }

  private static final class Encoder implements MessageCall.Handler<byte[]> {

    @Override
    public byte[] put(MessageCall.Put call) {
      var message = call.message();
      var key = bytes(message.orderingKey());
      var text = bytes(message.text().value());
      return begin(PUT, 2 * Long.BYTES + Short.BYTES + key.length + text.length)
          .putLong(millis(message.delay()))
          .putLong(life(message))
          .putShort((short) key.length)
          .put(key)
          .put(text)
          .array();
    }

    @Override
    public byte[] take(MessageCall.Take call) {
      return begin(TAKE, 1 + Long.BYTES)
          .put((byte) call.take().messages())
          .putLong(millis(call.take().visibility()))
          .array();
    }

    @Override
    public byte[] update(MessageCall.Update call) {
      var receipt = bytes(call.held().receipt().value());
      var text = call.update().text();
      var content = bytes(text == null ? null : text.value());
      var length = ID_BYTES + Short.BYTES + receipt.length + Long.BYTES + 1 + content.length;
      return held(begin(UPDATE, length), call.held(), receipt)
          .putLong(millis(call.update().visibility()))
          .put((byte) (text == null ? 0 : 1))
          .put(content)
          .array();
    }

    @Override
    public byte[] delete(MessageCall.Delete call) {
      var receipt = bytes(call.held().receipt().value());
      var length = ID_BYTES + Short.BYTES + receipt.length;
      return held(begin(DELETE, length), call.held(), receipt).array();
    }

    private static ByteBuffer begin(byte kind, int bytesAfterKind) {
      return FrameEncoder.begin(FrameKind.MESSAGE_CALL, 1 + bytesAfterKind).put(kind);
    }

    private static ByteBuffer held(ByteBuffer target, HeldMessage held, byte[] receipt) {
      return target
          .putLong(held.id().value().getMostSignificantBits())
          .putLong(held.id().value().getLeastSignificantBits())
          .putShort((short) receipt.length)
          .put(receipt);
    }

    private static long millis(Duration time) {
      return time.plus(ALMOST_A_MILLISECOND).toMillis();
    }

    /** Stays longer than the delay, as the service requires. */
    private static long life(NewMessage message) {
      var life = message.timeToLive();
      return life == null ? NEVER : Math.max(millis(life), millis(message.delay()) + 1);
    }

    private static byte[] bytes(@Nullable String text) {
      return text == null ? new byte[0] : text.getBytes(UTF_8);
    }
  }
}
