package io.weir.api.wire;

import static io.weir.api.wire.Frames.assertBytes;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.queue.HeldMessage;
import io.weir.api.queue.Message;
import io.weir.api.queue.MessageId;
import io.weir.api.queue.MessageText;
import io.weir.api.queue.MessageUpdate;
import io.weir.api.queue.NewMessage;
import io.weir.api.queue.PopReceipt;
import io.weir.api.queue.QueueLimits;
import io.weir.api.queue.RenewedMessage;
import io.weir.api.queue.SentMessage;
import io.weir.api.queue.Take;
import io.weir.api.queue.TakenMessage;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Fixes the bytes of each frame of queues, as {@link FrameGoldenTest} does for tables. */
final class QueueFrameGoldenTest {

  @Test
  void callHasKindTimesAndContent() {
    var held = new HeldMessage(new MessageId(new UUID(1, 2)), new PopReceipt("r"));
    var id = "0000000000000001 0000000000000002";

    assertBytes(
        new Frame.Call(new MessageCall.Put(
            new NewMessage(new MessageText("é"), Duration.ofSeconds(1), null, "k"))),
        "10 00000016 01 00000000000003E8 FFFFFFFFFFFFFFFF 0001 6B C3 A9");
    assertBytes(
        new Frame.Call(new MessageCall.Put(
            new NewMessage(new MessageText(""), Duration.ZERO, Duration.ofSeconds(1)))),
        "10 00000013 01 0000000000000000 00000000000003E8 0000");
    assertBytes(
        new Frame.Call(new MessageCall.Take(new Take(32, Duration.ofSeconds(1)))),
        "10 0000000A 02 20 00000000000003E8");
    assertBytes(
        new Frame.Call(new MessageCall.Update(
            held, new MessageUpdate(Duration.ofSeconds(1), new MessageText("t")))),
        "10 0000001E 03 " + id + " 0001 72 00000000000003E8 01 74");
    assertBytes(
        new Frame.Call(
            new MessageCall.Update(held, MessageUpdate.hiddenFor(Duration.ofSeconds(1)))),
        "10 0000001D 03 " + id + " 0001 72 00000000000003E8 00");
    assertBytes(new Frame.Call(new MessageCall.Delete(held)), "10 00000014 04 " + id + " 0001 72");
  }

  @Test
  void timesOfACallAreRoundedUpToMilliseconds() {
    var call =
        new Frame.Call(new MessageCall.Take(new Take(1, Duration.ofSeconds(1).plusNanos(1))));

    assertThat(FrameEncoder.encode(call)).asHexString().endsWith("00000000000003E9");
  }

  @Test
  void answerHasKindIdMomentsReceiptAndText() {
    var id = new MessageId(new UUID(1, 2));
    var receipt = new PopReceipt("r");
    var idBytes = "0000000000000001 0000000000000002 ";
    var message =
        new Message(id, Instant.ofEpochMilli(3), Instant.ofEpochMilli(4), 7, new MessageText("é"));

    assertBytes(
        new Frame.Answer(new MessageAnswer.Sent(new SentMessage(
            id,
            receipt,
            Instant.ofEpochMilli(3),
            Instant.ofEpochMilli(4),
            Instant.ofEpochMilli(5)))),
        "11 0000002A 01 " + idBytes + "0000000000000003 0000000000000004 0000000000000005 72");
    assertBytes(
        new Frame.Answer(new MessageAnswer.Taken(
            List.of(new TakenMessage(message, receipt, Instant.ofEpochMilli(5))))),
        "11 00000036 02 " + idBytes
            + "0000000000000003 0000000000000004 0000000000000005 00000007 0001 72 00000002 C3A9");
    assertBytes(new Frame.Answer(new MessageAnswer.Taken(List.of())), "11 00000001 02");
    assertBytes(
        new Frame.Answer(
            new MessageAnswer.Renewed(new RenewedMessage(receipt, Instant.ofEpochMilli(5)))),
        "11 0000000A 03 0000000000000005 72");
    assertBytes(new Frame.Answer(new MessageAnswer.Deleted()), "11 00000001 04");
  }

  /**
   * Both end within one millisecond, and the service requires that a message lives longer than its
   * delay.
   */
  @Test
  void aMessageThatLivesALittleLongerThanItsDelayIsReadBack() {
    var delay = Duration.ofSeconds(1).plusNanos(100);
    var call = new Frame.Call(
        new MessageCall.Put(new NewMessage(new MessageText(""), delay, delay.plusNanos(100))));

    assertThat(Frames.read(FrameDecoder.checked(), FrameEncoder.encode(call)))
        .containsExactly(new Frame.Call(new MessageCall.Put(new NewMessage(
            new MessageText(""), Duration.ofMillis(1_001), Duration.ofMillis(1_002)))));
  }

  @Test
  void theLargestAnswerIsReadBack() {
    var text = new MessageText("x".repeat(QueueLimits.MAX_TEXT_BYTES));
    var message =
        new Message(new MessageId(new UUID(1, 2)), Instant.ofEpochMilli(3), Message.NEVER, 7, text);
    var taken = new TakenMessage(message, new PopReceipt("r".repeat(1_000)), Message.NEVER);
    var answer = new Frame.Answer(
        new MessageAnswer.Taken(Collections.nCopies(QueueLimits.MAX_MESSAGES, taken)));

    assertThat(Frames.read(FrameDecoder.shaped(), FrameEncoder.encode(answer)))
        .containsExactly(answer);
  }
}
