package io.weir.server.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.AccessPath;
import io.weir.api.AccountName;
import io.weir.api.Aggregates;
import io.weir.api.Query;
import io.weir.api.QueryReport;
import io.weir.api.StreamItem;
import io.weir.api.TableName;
import io.weir.api.aggregate.Aggregation;
import io.weir.api.contract.ModelTableService;
import io.weir.api.entity.Entity;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.TableServiceException;
import io.weir.api.wire.Dialect;
import io.weir.api.wire.Frame;
import io.weir.api.wire.FrameDecoder;
import io.weir.api.wire.SharedKey;
import io.weir.server.TestServer;
import io.weir.testkit.CoreTables;
import java.nio.ByteBuffer;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.netty.http.client.HttpClient;

/** An aggregation that lasts tells its client that the service works. */
final class LongAggregationTest {

  private static final String PATH = "/" + AccountName.DEVELOPMENT + "/Birds()";
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final Aggregates ANSWER = new Aggregates(
      List.of(Entity.builder("", "").set("Total", 7).build()),
      new QueryReport(AccessPath.ROW_RANGE, 1, 5, 1));

  private final Sinks.One<Aggregates> work = Sinks.one();
  private final CountDownLatch cancelled = new CountDownLatch(1);
  private final TestServer server = TestServer.over(new Working());

  @AfterEach
  void close() {
    server.close();
  }

  @Test
  void reportsComeUntilTheAnswerIsMade() {
    var decoder = FrameDecoder.checked();
    var frames = new ArrayList<Frame>();

    answer()
        .doOnNext(chunk -> {
          decoder.feed(ByteBuffer.wrap(chunk));
          for (var frame = decoder.next(); frame != null; frame = decoder.next()) {
            frames.add(frame);
          }
          if (frames.size() == 2) {
            work.tryEmitValue(ANSWER);
          }
        })
        .blockLast(PATIENCE);

    assertThat(frames).hasSizeGreaterThan(3);
    assertThat(frames.subList(0, 2))
        .allSatisfy(frame -> assertThat(frame)
            .isInstanceOfSatisfying(
                Frame.Item.class,
                item -> assertThat(item.item()).isInstanceOf(StreamItem.Progress.class)));
    assertThat(frames.subList(frames.size() - 2, frames.size()))
        .containsExactly(
            new Frame.Item(new StreamItem.Row(ANSWER.groups().get(0))),
            new Frame.Item(new StreamItem.End(ANSWER.report())));
  }

  @Test
  void aFailureAfterReportsIsTheLastFrame() {
    var decoder = FrameDecoder.checked();
    var last = answer()
        .doOnNext(first -> work.tryEmitError(
            TableServiceException.of(ErrorCode.INVALID_INPUT, "groups limit=1000")))
        .blockLast(PATIENCE);

    decoder.feed(ByteBuffer.wrap(last));
    assertThat(decoder.next())
        .isInstanceOfSatisfying(
            Frame.Failure.class,
            failure -> assertThat(failure.cause().code()).isEqualTo(ErrorCode.INVALID_INPUT));
  }

  @Test
  void aClientThatLeavesEndsTheWork() throws InterruptedException {
    answer().blockFirst(PATIENCE);

    assertThat(cancelled.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
  }

  private Flux<byte[]> answer() {
    var date = DateTimeFormatter.RFC_1123_DATE_TIME.format(
        Clock.systemUTC().instant().atOffset(ZoneOffset.UTC));
    var key = SharedKey.of(AccountName.DEVELOPMENT, SharedKey.DEVELOPMENT_KEY);
    return HttpClient.newConnection()
        .headers(headers -> headers
            .set("x-ms-date", date)
            .set("Authorization", key.authorizationLite(date, PATH, ""))
            .set("Accept", Dialect.BINARY))
        .get()
        .uri("http://127.0.0.1:" + server.port() + PATH
            + "?$apply=aggregate(N%20with%20sum%20as%20Total)")
        .response((response, body) -> {
          assertThat(response.status().code()).isEqualTo(200);
          return body.asByteArray();
        });
  }

  private final class Working extends CoreTables {

    Working() {
      super(new ModelTableService());
    }

    @Override
    public Mono<Aggregates> aggregate(TableName table, Query query, Aggregation aggregation) {
      return work.asMono().doOnCancel(cancelled::countDown);
    }
  }
}
