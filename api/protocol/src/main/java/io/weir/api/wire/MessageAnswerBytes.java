package io.weir.api.wire;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.api.queue.Message;
import io.weir.api.queue.MessageId;
import io.weir.api.queue.MessageText;
import io.weir.api.queue.PopReceipt;
import io.weir.api.queue.RenewedMessage;
import io.weir.api.queue.SentMessage;
import io.weir.api.queue.TakenMessage;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/**
 * The payload of an answer to an operation on messages.
 *
 * <pre>
 * bytes  meaning, big-endian; moments are milliseconds since 1970
 * 1      kind: 1 sent, 2 taken, 3 renewed, 4 deleted
 *        sent:
 * 16     id
 * 8      moment of insertion
 * 8      moment of expiry
 * 8      moment of visibility
 * rest   receipt, UTF-8
 *        taken, for each message until the end:
 * 16     id
 * 8      moment of insertion
 * 8      moment of expiry
 * 8      moment of visibility
 * 4      number of takes
 * 2      length r of the receipt
 * r      receipt, UTF-8
 * 4      length t of the text
 * t      text, UTF-8
 *        renewed:
 * 8      moment of visibility
 * rest   receipt, UTF-8
 * </pre>
 *
 * <p>Any thread.
 */
final class MessageAnswerBytes {

  static final MessageAnswer.Handler<byte[]> ENCODER = new Encoder();

  private static final byte SENT = 1;
  private static final byte TAKEN = 2;
  private static final byte RENEWED = 3;
  private static final byte DELETED = 4;
  private static final int ID_AND_MOMENTS = 5 * Long.BYTES;

  private MessageAnswerBytes() {}

  /** Reads a payload. Fails with {@code InvalidInput}. */
  static MessageAnswer decode(byte[] payload) {
    var bytes = Payload.of(payload, 1);
    try {
      var kind = bytes.get();
      return switch (kind) {
        case SENT -> new MessageAnswer.Sent(sent(bytes));
        case TAKEN -> new MessageAnswer.Taken(taken(bytes));
        case RENEWED -> new MessageAnswer.Renewed(nextThenReceipt(bytes));
        case DELETED -> new MessageAnswer.Deleted();
        default -> throw Payload.malformed("messageAnswer", "kind=" + kind);
      };
    } catch (BufferUnderflowException e) {
      throw Payload.malformed("messageAnswer", "bytes=" + payload.length);
    }
  }

  private static SentMessage sent(ByteBuffer bytes) {
    var id = id(bytes);
    var inserted = moment(bytes);
    var expires = moment(bytes);
    var next = moment(bytes);
    return new SentMessage(id, receipt(bytes, bytes.remaining()), inserted, expires, next);
  }

  private static List<TakenMessage> taken(ByteBuffer bytes) {
    var taken = new ArrayList<TakenMessage>();
    while (bytes.hasRemaining()) {
      var id = id(bytes);
      var inserted = moment(bytes);
      var expires = moment(bytes);
      var next = moment(bytes);
      var count = bytes.getInt();
      var receipt = receipt(bytes, Short.toUnsignedInt(bytes.getShort()));
      var text = new MessageText(text(bytes, bytes.getInt()));
      taken.add(new TakenMessage(new Message(id, inserted, expires, count, text), receipt, next));
    }
    return taken;
  }

  private static RenewedMessage nextThenReceipt(ByteBuffer bytes) {
    var next = moment(bytes);
    return new RenewedMessage(receipt(bytes, bytes.remaining()), next);
  }

  private static MessageId id(ByteBuffer bytes) {
    return new MessageId(new UUID(bytes.getLong(), bytes.getLong()));
  }

  private static Instant moment(ByteBuffer bytes) {
    return Instant.ofEpochMilli(bytes.getLong());
  }

  private static PopReceipt receipt(ByteBuffer bytes, int length) {
    return new PopReceipt(text(bytes, length));
  }

  private static String text(ByteBuffer bytes, int length) {
    if (length < 0) {
      throw Payload.malformed("messageAnswer", "textBytes=" + length);
    }
    return Payload.text(bytes, length, UTF_8);
  }

  private static final class Encoder implements MessageAnswer.Handler<byte[]> {

    @Override
    public byte[] sent(MessageAnswer.Sent answer) {
      var message = answer.message();
      var receipt = bytes(message.receipt());
      var target = begin(SENT, ID_AND_MOMENTS + receipt.length);
      put(message.id(), message.insertedAt(), message.expiresAt(), message.nextVisibleAt(), target);
      return FrameEncoder.end(target.put(receipt));
    }

    @Override
    public byte[] taken(MessageAnswer.Taken answer) {
      var parts = answer.messages().stream().map(Encoder::part).toList();
      var target = begin(TAKEN, parts.stream().mapToInt(part -> part.length).sum());
      parts.forEach(target::put);
      return FrameEncoder.end(target);
    }

    @Override
    public byte[] renewed(MessageAnswer.Renewed answer) {
      var receipt = bytes(answer.message().receipt());
      return begin(RENEWED, Long.BYTES + receipt.length)
          .putLong(answer.message().nextVisibleAt().toEpochMilli())
          .put(receipt)
          .array();
    }

    @Override
    public byte[] deleted(MessageAnswer.Deleted answer) {
      return begin(DELETED, 0).array();
    }

    private static byte[] part(TakenMessage taken) {
      var message = taken.message();
      var receipt = bytes(taken.receipt());
      var text = message.text().value().getBytes(UTF_8);
      var target = ByteBuffer.allocate(ID_AND_MOMENTS
          + Integer.BYTES
          + Short.BYTES
          + receipt.length
          + Integer.BYTES
          + text.length);
      put(message.id(), message.insertedAt(), message.expiresAt(), taken.nextVisibleAt(), target);
      return target
          .putInt(message.dequeueCount())
          .putShort((short) receipt.length)
          .put(receipt)
          .putInt(text.length)
          .put(text)
          .array();
    }

    private static ByteBuffer begin(byte kind, int bytesAfterKind) {
      return FrameEncoder.begin(FrameKind.MESSAGE_ANSWER, 1 + bytesAfterKind).put(kind);
    }

    private static void put(
        MessageId id, Instant inserted, Instant expires, Instant next, ByteBuffer target) {
      target
          .putLong(id.value().getMostSignificantBits())
          .putLong(id.value().getLeastSignificantBits())
          .putLong(inserted.toEpochMilli())
          .putLong(expires.toEpochMilli())
          .putLong(next.toEpochMilli());
    }

    private static byte[] bytes(PopReceipt receipt) {
      return receipt.value().getBytes(UTF_8);
    }
  }
}
