package io.weir.client.stream;

import io.netty.buffer.ByteBuf;
import io.weir.api.entity.Entity;
import io.weir.api.write.BulkLine;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import io.weir.testkit.ReactiveStreamsTck;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;
import org.reactivestreams.tck.PublisherVerification;
import org.reactivestreams.tck.SubscriberBlackboxVerification;
import reactor.core.publisher.Flux;
import reactor.util.context.Context;

/**
 * An upload keeps the rules of Reactive Streams as subscriber of lines and as publisher of chunks.
 */
final class UploadVerificationTest {

  /** A line that fills a chunk. */
  private static final BulkLine LINE = BulkLine.of(new Write.Upsert(
      Entity.builder("p", "r").set("Payload", new byte[16 * 1024]).build(), WriteMode.REPLACE));

  /** The body of the next attempt replaces the previous one, which gets no further signals. */
  @TestFactory
  Stream<DynamicTest> chunksKeepTheRules() {
    return ReactiveStreamsTck.rulesOfOneSubscriber(new Chunks());
  }

  @TestFactory
  Stream<DynamicTest> theSubscriberOfLinesKeepsTheRules() {
    return ReactiveStreamsTck.rules(new Lines());
  }

  /**
   * Each line fills a chunk, and none is answered. A failure of the lines does not fail the chunks,
   * so there is no failure to verify.
   */
  public static final class Chunks extends PublisherVerification<ByteBuf> {

    public Chunks() {
      super(ReactiveStreamsTck.environment());
    }

    @Override
    public Publisher<ByteBuf> createPublisher(long chunks) {
      var upload = new BulkUpload(Context.empty());
      Flux.<BulkLine>generate(sink -> sink.next(LINE)).take(chunks).subscribe(upload);
      return upload.chunks();
    }

    /** The most lines that may be in flight without an answer. */
    @Override
    public long maxElementsFromPublisher() {
      return UploadWindow.BYTES / (32 * 1024);
    }

    @Override
    @SuppressWarnings("NullAway") // null tells the TCK that there is none
    public Publisher<ByteBuf> createFailedPublisher() {
      return null;
    }
  }

  public static final class Lines extends SubscriberBlackboxVerification<BulkLine> {

    public Lines() {
      super(ReactiveStreamsTck.environment());
    }

    @Override
    public Subscriber<BulkLine> createSubscriber() {
      return new BulkUpload(Context.empty());
    }

    /** A body that is being sent requests lines. */
    @Override
    public void triggerRequest(Subscriber<? super BulkLine> subscriber) {
      ((BulkUpload) subscriber).chunks().subscribe();
    }

    @Override
    public BulkLine createElement(int element) {
      return LINE;
    }
  }
}
