package io.weir.client.stream;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.HttpMethod;
import io.weir.api.StreamItem;
import io.weir.api.TableName;
import io.weir.api.entity.Entity;
import io.weir.api.error.ServiceFailedException;
import io.weir.api.wire.Frame;
import io.weir.api.write.BulkLine;
import io.weir.api.write.BulkResult;
import io.weir.api.write.Write;
import io.weir.api.write.WriteResult;
import io.weir.client.ScriptedServer;
import io.weir.client.WeirClient;
import io.weir.client.options.UnknownWrites;
import java.net.URLDecoder;
import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscription;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.netty.http.server.HttpServerRequest;
import reactor.netty.http.server.HttpServerResponse;
import reactor.test.publisher.TestPublisher;
import reactor.util.context.Context;

/**
 * An upload times out when the service owes outcomes and is silent, but not while the service waits
 * for lines or takes them.
 */
final class UploadSilenceTest {

  /** The test plays the timer: a time in the future stands for silence until then. */
  @Nested
  final class WhatIsOwed {

    private final BulkUpload upload = new BulkUpload(Context.empty());
    private final TestPublisher<BulkLine> lines = TestPublisher.create();
    private final BaseSubscriber<ByteBuf> transport = new BaseSubscriber<>() {
      @Override
      protected void hookOnSubscribe(Subscription subscription) {
        request(10);
      }
    };

    @BeforeEach
    void begin() {
      lines.subscribe(upload);
      upload.chunks().subscribe(transport);
    }

    @Test
    void noAnswerIsOwedBeforeALineIsSent() {
      assertThat(isOwed()).isFalse();
    }

    @Test
    void anOutcomeIsOwedFromALineUntilItArrives() {
      lines.next(insert("0"), insert("1"));
      upload.answered(1);
      assertThat(isOwed()).isTrue();

      upload.answered(2);
      assertThat(isOwed()).isFalse();
    }

    @Test
    void theOutcomesOfAGroupAreOwedWhenItIsComplete() {
      lines.next(inGroup("0"), inGroup("1"));
      assertThat(isOwed()).isFalse();

      lines.next(insert("2"));
      assertThat(isOwed()).isTrue();
    }

    @Test
    void theEndIsOwedWhenAllLinesAreSent() {
      lines.next(insert("0"));
      upload.answered(1);
      lines.complete();

      assertThat(isOwed()).isTrue();
    }

    @Test
    void noAnswerIsOwedWhenTheServiceRequestsAnotherChunk() {
      lines.next(insert("0"));
      var before = System.nanoTime();

      transport.request(1);

      assertThat(upload.isOutstandingSince(before)).isFalse();
      assertThat(isOwed()).isTrue();
    }

    private boolean isOwed() {
      return upload.isOutstandingSince(System.nanoTime() + 1_000_000_000L);
    }
  }

  @Nested
  final class AServiceThatFallsSilent {

    private static final TableName TABLE = new TableName("People");
    private static final long TICKS = 5;
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final ScriptedServer server = new ScriptedServer();

    @AfterEach
    void close() {
      server.close();
    }

    /**
     * Reads may time out and be repeated, so the service answers them by their content, not by
     * their order.
     */
    @Test
    void readsResolveTheLinesOfASilentUpload() {
      server.then((request, response) -> Mono.never());
      IntStream.range(0, 20).forEach(i -> server.then(AServiceThatFallsSilent::answer));

      try (var client = client(UnknownWrites.REPEAT, Duration.ofMillis(500))) {
        assertThat(client.bulk(TABLE, lines()).collectList().block(PATIENCE))
            .containsExactly(done(0), done(1), new BulkResult.End(2, 0));
      }
    }

    @Test
    void linesOfASilentUploadAreUnknownWhenRepetitionIsForbidden() {
      server.then((request, response) -> Mono.never());

      try (var client = client(UnknownWrites.FAIL, Duration.ofMillis(100))) {
        assertThatThrownBy(() -> client.bulk(TABLE, lines()).blockLast(PATIENCE))
            .isInstanceOf(ServiceFailedException.class)
            .hasMessageContaining("service=silent")
            .hasMessageContaining("answered=0 unknown=0..1");
      }
    }

    private WeirClient client(UnknownWrites policy, Duration silence) {
      return server.client().silenceTimeout(silence).unknownWrites(policy).connect();
    }

    /** Returns stored entities to reads, and an empty end to uploads. */
    private static Publisher<Void> answer(HttpServerRequest request, HttpServerResponse response) {
      var row = URLDecoder.decode(request.uri(), UTF_8).contains("RowKey='0'") ? "0" : "1";
      var frame = request.method().equals(HttpMethod.POST)
          ? new Frame.Outcome(new BulkResult.End(0, 0))
          : new Frame.Item(new StreamItem.Row(entity(row).withTimestamp(TICKS)));
      return ScriptedServer.frames(response, 200, Flux.just(frame));
    }

    private static Flux<BulkLine> lines() {
      return Flux.just(insert("0"), insert("1"));
    }

    private static BulkResult done(long line) {
      return new BulkResult.Done(line, new WriteResult(TICKS));
    }
  }

  private static BulkLine insert(String row) {
    return BulkLine.of(new Write.Insert(entity(row)));
  }

  private static BulkLine inGroup(String row) {
    return BulkLine.of(new Write.Insert(entity(row)), "group");
  }

  private static Entity entity(String row) {
    return Entity.builder("p", row).set("Age", 7).build();
  }
}
