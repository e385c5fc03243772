package io.weir.server.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.AccountName;
import io.weir.api.entity.EntityKey;
import io.weir.api.queue.HeldMessage;
import io.weir.api.queue.MessageId;
import io.weir.api.queue.MessageUpdate;
import io.weir.api.queue.NewMessage;
import io.weir.api.queue.PopReceipt;
import io.weir.api.queue.QueueName;
import io.weir.api.queue.Take;
import io.weir.api.queue.TakenMessage;
import io.weir.api.wire.Dialect;
import io.weir.api.wire.Frame;
import io.weir.api.wire.FrameDecoder;
import io.weir.api.wire.FrameEncoder;
import io.weir.api.wire.MessageAnswer;
import io.weir.api.wire.MessageCall;
import io.weir.api.wire.SharedKey;
import io.weir.server.auth.SharedAccessToken;
import java.io.ByteArrayOutputStream;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Pipelines of operations on messages with finished bodies, as they are sent. */
final class MessagePipelineTest {

  private static final AtomicInteger NAMES = new AtomicInteger();

  @RegisterExtension
  static final ServedQueues SERVED = ServedQueues.start();

  private final QueueName queue = new QueueName("piped-" + NAMES.incrementAndGet());

  @BeforeEach
  void create() {
    SERVED.queues().create(queue).block();
  }

  @Test
  void messagesArePutAndTakenInTheOrderOfTheirFrames() {
    var sent = answers(post(IntStream.range(0, 300).mapToObj(i -> put("m" + i)).toList()));
    var taken = answers(post(IntStream.range(0, 10)
        .<Frame>mapToObj(i -> new Frame.Call(new MessageCall.Take(Take.upTo(32))))
        .toList()));

    assertThat(sent).hasSize(300).allMatch(frame -> answer(frame) instanceof MessageAnswer.Sent);
    assertThat(taken.stream()
            .flatMap(frame -> ((MessageAnswer.Taken) answer(frame)).messages().stream())
            .map(TakenMessage::text))
        .containsExactlyElementsOf(
            IntStream.range(0, 300).mapToObj(i -> "m" + i).toList());
  }

  @Test
  void aMessageIsUpdatedAndDeletedByItsReceipt() {
    SERVED.queues().put(queue, NewMessage.of("a")).block();
    var held = HeldMessage.of(SERVED.queues().take(queue, Take.upTo(1)).block().get(0));

    var renewed = (MessageAnswer.Renewed) answer(answers(post(List.of(new Frame.Call(
            new MessageCall.Update(held, MessageUpdate.hiddenFor(Duration.ofMinutes(1)))))))
        .get(0));
    var ends = answers(post(List.of(
        delete(held), delete(new HeldMessage(held.id(), renewed.message().receipt())))));

    assertThat(codeOf(ends.get(0))).isEqualTo("PopReceiptMismatch");
    assertThat(answer(ends.get(1))).isEqualTo(new MessageAnswer.Deleted());
    assertThat(SERVED.queues().properties(queue).block().messages()).isZero();
  }

  @Test
  void aRefusedOperationIsAnsweredInItsPlaceAndOthersGoOn() {
    var unknown = new HeldMessage(new MessageId(new UUID(1, 2)), new PopReceipt("none"));

    var answers = answers(post(List.of(put("a"), delete(unknown), put("b"))));

    assertThat(answers).hasSize(3);
    assertThat(codeOf(answers.get(1))).isEqualTo("MessageNotFound");
    assertThat(SERVED.queues().properties(queue).block().messages()).isEqualTo(2);
  }

  @Test
  void anAbsentQueueFailsEachOperation() {
    SERVED.queues().delete(queue).block();

    assertThat(answers(post(List.of(put("a"), put("b")))))
        .hasSize(2)
        .allMatch(answer -> codeOf(answer).equals("QueueNotFound"));
  }

  @Test
  void anUnreadableFrameIsAnsweredInItsPlaceAndEndsThePipeline() {
    var answers =
        answers(post(List.of(put("a"), new Frame.Key(new EntityKey("p", "r")), put("b"))));

    assertThat(answers).hasSize(2);
    assertThat(codeOf(answers.get(1))).isEqualTo("InvalidInput");
    assertThat(SERVED.queues().properties(queue).block().messages()).isEqualTo(1);
  }

  @Test
  void aPipelineMustBePostedAsFrames() {
    assertThat(request("GET").header("Content-Type", Dialect.BINARY).send().statusCode())
        .isEqualTo(405);
    assertThat(request("POST").header("Content-Type", "application/xml").send().statusCode())
        .isEqualTo(415);
    assertThat(request("POST")
            .unsigned()
            .header("Content-Type", Dialect.BINARY)
            .send()
            .statusCode())
        .isEqualTo(403);
  }

  /** The rights of the pipeline's sender are checked at each operation. */
  @Test
  void anOperationThatTheSignatureDoesNotAllowIsRefusedInItsPlace() {
    var token = SharedAccessToken.sign(
        SharedKey.of(AccountName.DEVELOPMENT, SharedKey.DEVELOPMENT_KEY),
        queue,
        Map.of("sv", "2019-02-02", "sp", "a", "se", "2099-01-01T00:00:00Z"));
    var take = new Frame.Call(new MessageCall.Take(Take.upTo(1)));
    var unknown = new HeldMessage(new MessageId(new UUID(1, 2)), new PopReceipt("none"));
    var update = new Frame.Call(
        new MessageCall.Update(unknown, MessageUpdate.hiddenFor(Duration.ofSeconds(1))));

    var answers = answers(QueueRequest.of(SERVED, "POST", "/" + queue + "/%24messages?" + token)
        .unsigned()
        .header("Content-Type", Dialect.BINARY)
        .sendBytes(bytes(List.of(put("a"), take, delete(unknown), update, put("b")))));

    assertThat(answers).hasSize(5);
    assertThat(answer(answers.get(0))).isInstanceOf(MessageAnswer.Sent.class);
    assertThat(answers.subList(1, 4))
        .allMatch(answer -> codeOf(answer).equals("AuthorizationPermissionMismatch"));
    assertThat(answer(answers.get(4))).isInstanceOf(MessageAnswer.Sent.class);
    assertThat(SERVED.queues().properties(queue).block().messages()).isEqualTo(2);
  }

  @Test
  void theSecondaryTakesNoPipeline() {
    var answer = QueueRequest.secondary(SERVED, "POST", "/" + queue + "/%24messages")
        .header("Content-Type", Dialect.BINARY)
        .sendBytes(bytes(List.of(put("a"))));

    assertThat(answer.statusCode()).isEqualTo(403);
    assertThat(SERVED.queues().properties(queue).block().messages()).isZero();
  }

  /**
   * A take weighs as much as the messages that it may return, so few bytes of takes hold many
   * others back.
   */
  @Test
  void manyLargeTakesAreAnsweredAlthoughFewAreCarriedOutAtOnce() {
    SERVED.queues().put(queue, NewMessage.of("x".repeat(60_000))).block();
    var takes = IntStream.range(0, 300)
        .<Frame>mapToObj(i -> new Frame.Call(new MessageCall.Take(Take.upTo(32))))
        .toList();

    var answers = answers(post(takes));

    assertThat(answers).hasSize(300);
    assertThat(answers.stream()
            .mapToInt(frame -> ((MessageAnswer.Taken) answer(frame)).messages().size())
            .sum())
        .isEqualTo(1);
  }

  private QueueRequest request(String method) {
    return QueueRequest.of(SERVED, method, "/" + queue + "/%24messages");
  }

  private HttpResponse<byte[]> post(List<? extends Frame> frames) {
    return request("POST").header("Content-Type", Dialect.BINARY).sendBytes(bytes(frames));
  }

  private static byte[] bytes(List<? extends Frame> frames) {
    var bytes = new ByteArrayOutputStream();
    frames.forEach(frame -> bytes.writeBytes(FrameEncoder.encode(frame)));
    return bytes.toByteArray();
  }

  private static Frame put(String text) {
    return new Frame.Call(new MessageCall.Put(NewMessage.of(text)));
  }

  private static Frame delete(HeldMessage held) {
    return new Frame.Call(new MessageCall.Delete(held));
  }

  private static List<Frame> answers(HttpResponse<byte[]> response) {
    assertThat(response.statusCode()).isEqualTo(200);
    var decoder = FrameDecoder.shaped();
    decoder.feed(ByteBuffer.wrap(response.body()));
    var frames = new ArrayList<Frame>();
    for (var next = decoder.next(); next != null; next = decoder.next()) {
      frames.add(next);
    }
    assertThat(decoder.isBetweenFrames()).isTrue();
    return frames;
  }

  private static MessageAnswer answer(Frame frame) {
    return ((Frame.Answer) frame).answer();
  }

  private static String codeOf(Frame answer) {
    return ((Frame.Failure) answer).cause().code().code();
  }
}
