package io.weir.client;

import io.weir.api.Page;
import io.weir.api.Query;
import io.weir.api.StreamItem;
import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.entity.Selection;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.TableServiceException;
import io.weir.api.filter.Filter;
import io.weir.api.wire.Frame;
import io.weir.api.write.Batch;
import io.weir.api.write.Write;
import io.weir.api.write.WriteResult;
import java.io.IOException;
import java.time.Clock;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import reactor.core.Exceptions;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * The tables of an account at the other end of HTTP/2.
 *
 * <pre>{@code
 * try (var weir = WeirClient.builder()
 *     .endpoint("http://127.0.0.1:10002/devstoreaccount1")
 *     .connect()) {
 *   weir.query(new TableName("People"), Query.ALL.where("Age gt 30"))
 *       .doOnNext(person -> ...)
 * }
 * }</pre>
 *
 * <p>Reads are sent again when the connection fails, and streams go on where they were: see {@link RetryOptions}. Writes
 * are sent once. A write whose connection fails ends with {@link io.weir.api.error.ServiceFailedException}, and its facts say
 * {@code outcome=notSent} or {@code outcome=unknown}; in the latter case read before repeating it.
 *
 * <p>Demand reaches the service: a subscriber that requests nothing stops the scan. What is on its way then is bounded by {@link
 * PoolOptions#streamWindowBytes} and less than half a MiB of the transport's.
 *
 * <p>Any thread. Signals run on the loop of a connection, {@code weir-client-*}, and must not block it; timeouts come from
 * Reactor's parallel scheduler. Cancelling a read or a stream tells the service to stop.
 */
public final class WeirClient implements TableService, AutoCloseable {

  private final Transport transport;
  private final Requests requests;
  private final Retries retries;
  private final ResumingStream streams;

  private WeirClient(Transport transport, Requests requests, Retries retries) {
    this.transport = transport;
    this.requests = requests;
    this.retries = retries;
    this.streams = new ResumingStream(transport, requests, retries);
  }

  /** Begins with every default; {@link ClientOptions.Builder#connect} ends it. */
  public static ClientOptions.Builder builder() {
    return ClientOptions.builder();
  }

  /** A client of its own connections and loops. Nothing is connected before the first request. */
  public static WeirClient of(ClientOptions options) {
    return new WeirClient(
        Transport.of(options, Clock.systemUTC()),
        new Requests(options.endpoint().path()),
        Retries.of(options));
  }

  @Override
  public Mono<Void> createTable(TableName table) {
    return sendOnce(() -> requests.createTable(table), WeirClient::nothing);
  }

  @Override
  public Mono<Void> deleteTable(TableName table) {
    return sendOnce(() -> requests.deleteTable(table), WeirClient::nothing);
  }

  @Override
  public Mono<TableName> table(TableName table) {
    return read(() -> requests.table(table), frames -> one(frames, Expected.TABLE))
        .onErrorResume(WeirClient::isAbsent, absent -> Mono.empty());
  }

  @Override
  public Mono<Page<TableName>> tables(Query query) {
    return read(() -> requests.tables(query), frames -> page(frames, PageAnswer::tables));
  }

  @Override
  public Mono<Entity> get(TableName table, EntityKey key, Selection selection) {
    return read(() -> requests.get(table, key, selection), frames -> one(frames, Expected.ENTITY))
        .onErrorResume(WeirClient::isAbsent, absent -> Mono.empty());
  }

  @Override
  public Mono<WriteResult> write(TableName table, Write write) {
    return sendOnce(() -> requests.write(table, write), frames -> one(frames, Expected.RESULT));
  }

  @Override
  public Mono<List<WriteResult>> submit(TableName table, Batch batch) {
    return sendOnce(() -> requests.submit(table, batch), frames -> results(frames, batch));
  }

  @Override
  public Mono<Void> deleteRange(TableName table, Filter keys) {
    return sendOnce(() -> requests.deleteRange(table, keys), WeirClient::nothing);
  }

  @Override
  public Mono<Page<Entity>> page(TableName table, Query query) {
    return read(() -> requests.page(table, query), frames -> page(frames, PageAnswer::entities));
  }

  @Override
  public Flux<StreamItem> stream(TableName table, Query query) {
    return streams.open(table, query).onErrorMap(Failures::translated);
  }

  /** Cuts all connections, and with them every request under way. Does not wait. */
  @Override
  public void close() {
    transport.close();
  }

  /** The same; completes when connections and loops are gone. */
  public Mono<Void> closeLater() {
    return transport.closeLater();
  }

  private <T> Mono<T> read(Supplier<Request> request, Function<Flux<Frame>, Mono<T>> answer) {
    return Mono.defer(() -> answer.apply(transport.exchange(request.get())))
        .retryWhen(retries.ofRead())
        .onErrorMap(Failures::translated);
  }

  private <T> Mono<T> sendOnce(Supplier<Request> request, Function<Flux<Frame>, Mono<T>> answer) {
    return Mono.defer(() -> answer.apply(transport.exchange(request.get())))
        .onErrorMap(Failures::translated);
  }

  private static Mono<Void> nothing(Flux<Frame> frames) {
    return frames.map(frame -> frame.dispatch(Expected.NOTHING)).then();
  }

  private static <T> Mono<T> one(Flux<Frame> frames, Expected<T> expected) {
    return frames
        .map(frame -> frame.dispatch(expected))
        .collectList()
        .map(answers -> requireCount(answers, 1).get(0));
  }

  private static <T> Mono<Page<T>> page(Flux<Frame> frames, Function<PageAnswer, Page<T>> pageOf) {
    return frames.collect(PageAnswer::new, PageAnswer::add).map(pageOf);
  }

  private static Mono<List<WriteResult>> results(Flux<Frame> frames, Batch batch) {
    return frames
        .map(frame -> frame.dispatch(Expected.RESULT))
        .collectList()
        .map(results -> requireCount(results, batch.writes().size()));
  }

  /** Fewer mean that the answer broke off, which its framing alone does not tell. */
  private static <T> List<T> requireCount(List<T> answers, int count) {
    if (answers.size() < count) {
      throw Exceptions.propagate(new IOException("The answer ended early."));
    }
    if (answers.size() > count) {
      throw Expected.unexpectedAnswer("moreThanAsked");
    }
    return answers;
  }

  private static boolean isAbsent(Throwable failure) {
    return failure instanceof TableServiceException refusal
        && refusal.code() == ErrorCode.RESOURCE_NOT_FOUND;
  }
}
