package io.weir.client.bulk;

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

/** What sends lines upwards keeps the rules of Reactive Streams on both its sides. */
final class UploadVerificationTest {

  /** Fills a chunk. */
  private static final BulkLine LINE = BulkLine.of(new Write.Upsert(
      Entity.builder("p", "r").set("Payload", new byte[16 * 1024]).build(), WriteMode.REPLACE));

  /** The next attempt's body takes over from the one before, which hears no more. */
  @TestFactory
  Stream<DynamicTest> chunksKeepTheRules() {
    return ReactiveStreamsTck.rulesOfOneSubscriber(new Chunks());
  }

  @TestFactory
  Stream<DynamicTest> whoTakesLinesKeepsTheRules() {
    return ReactiveStreamsTck.rules(new Lines());
  }

  /** A line fills a chunk, and none is answered. The lines' failure is no failure of the chunks: there is none to verify. */
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

    /** As many as may be on their way while nothing is answered. */
    @Override
    public long maxElementsFromPublisher() {
      return UploadWindow.BYTES / (32 * 1024);
    }

    @Override
    @SuppressWarnings("NullAway") // how the TCK is told that there is none
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

    /** A body that is sent asks for lines. */
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
