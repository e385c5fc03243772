package io.weir.client;

import io.weir.api.BulkByUnits;
import io.weir.api.FeedItem;
import io.weir.api.FeedScope;
import io.weir.api.FeedStart;
import io.weir.api.JointCommit;
import io.weir.api.Operation;
import io.weir.api.Outbox;
import io.weir.api.OutboxCommit;
import io.weir.api.Query;
import io.weir.api.RoutedTables;
import io.weir.api.StreamItem;
import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.TableSetting;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.entity.Selection;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.error.TableServiceException;
import io.weir.api.filter.Filter;
import io.weir.api.index.IndexName;
import io.weir.api.queue.AddressedMessage;
import io.weir.api.search.SearchDeclarations;
import io.weir.api.search.SearchHit;
import io.weir.api.search.SearchPage;
import io.weir.api.search.SearchRequest;
import io.weir.api.write.Batch;
import io.weir.api.write.BulkLine;
import io.weir.api.write.BulkResult;
import io.weir.api.write.Write;
import io.weir.api.write.WriteResult;
import io.weir.client.call.BatchResolution;
import io.weir.client.call.Calls;
import io.weir.client.call.ChangeTokens;
import io.weir.client.call.Failures;
import io.weir.client.call.Resolution;
import io.weir.client.call.RetryPolicy;
import io.weir.client.call.Verdict;
import io.weir.client.call.WriteResolution;
import io.weir.client.options.Endpoint;
import io.weir.client.options.UnknownWrites;
import io.weir.client.rest.RestAdministration;
import io.weir.client.rest.RestAttempts;
import io.weir.client.rest.RestSearches;
import io.weir.client.rest.RestTables;
import io.weir.client.rest.RestValues;
import io.weir.client.stream.BulkWrites;
import io.weir.client.stream.DialectProbe;
import io.weir.client.stream.Dialects;
import io.weir.client.stream.Pipelining;
import io.weir.client.stream.ResumingFeed;
import io.weir.client.stream.ResumingStream;
import io.weir.client.stream.StreamingRequests;
import io.weir.client.transport.Transport;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * A table service at the other end of HTTP.
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
 * <p>A read whose connection fails is sent again, and a stream continues where it was: see
 * {@link io.weir.client.options.RetryOptions}. A write is sent again if it is known not to have
 * been carried out; {@link UnknownWrites} states what happens to all other writes. A change in
 * place has a token, so it is sent again and carried out once. A write that fails with
 * {@link io.weir.api.error.ServiceFailedException} carries {@code outcome=notSent} or
 * {@code outcome=unknown} in its facts. After {@code outcome=unknown}, read before you repeat it.
 *
 * <p>With the addresses of several nodes ({@link ClientOptions.Builder#endpoints}), requests go to
 * the node that leads. If it refuses a request as no leader, cannot be reached, or loses its
 * connection, the next attempt goes to another node, and so do all other requests of the client.
 * The rules above decide whether there is a next attempt.
 *
 * <p>A bulk write whose connection breaks fails and names the lines whose outcome is unknown:
 * {@code answered=12 unknown=12..74}. With {@link UnknownWrites#REPEAT} it continues: the client
 * finds out about these lines as it does about single writes, and sends the next lines over another
 * connection.
 *
 * <p>Demand reaches the service: while a subscriber requests nothing, the scan stops. Data in
 * flight is then bounded by {@link io.weir.client.options.PoolOptions#streamWindowBytes} plus less
 * than 512 KiB in the transport.
 *
 * <p>{@link DialectChoice} selects the dialect. Both dialects offer the same operations;
 * {@link io.weir.client.rest} lists the exceptions.
 *
 * <p>With a registry ({@link ClientOptions.Builder#observations}), every call is an observation
 * {@code weir.client.request} with the keys {@code operation} and {@code outcome}. Its parent is
 * the observation in the Reactor Context. {@link RequestContext} adds a deadline, an id or a trace.
 *
 * <p>Any thread. Signals run on the loop of a connection, {@code weir-client-*}, and must not block
 * it. Timeouts run on Reactor's parallel scheduler. Cancelling a read or a stream tells the service
 * to stop.
 */
public final class WeirClient extends RoutedTables implements Outbox, AutoCloseable {

  /** Most writes and batches of a bulk write in flight, in a dialect that has no bulk writes. */
  private static final int BULK_WIDTH = 16;

  /** The writes of which a repetition changes nothing. */
  private static final Set<Operation> REPEATABLE = Set.of(
      Operation.CREATE_INDEX,
      Operation.SET_SETTING,
      Operation.CLEAR_SETTING,
      Operation.ADVANCE_CONSUMER);

  private final Transport transport;
  private final Endpoint endpoint;
  private final Mono<Boolean> streaming;
  private final Pipelining pipelining;
  private final Calls<TableService> calls;
  private final Calls<Outbox> commits;
  private final RemoteSearches searches;
  private final RetryPolicy retries;
  private final UnknownWrites policy;
  private final ChangeTokens tokens;
  private final BulkWrites uploads;
  private final ResumingStream streams;
  private final ResumingFeed feeds;
  private final Mono<Void> closing;

  private WeirClient(ClientOptions options) {
    this.endpoint = options.endpoint();
    var requests = new StreamingRequests(endpoint.path());
    this.transport = Transport.of(
        options.endpoints(),
        options.credential(),
        options.pool(),
        options.silenceTimeout(),
        Clock.systemUTC());
    this.streaming = switch (options.dialect()) {
      case STREAMING -> Mono.just(true);
      case REST -> Mono.just(false);
      case AUTO -> DialectProbe.of(transport, endpoint.path());
    };
    this.pipelining = new Pipelining(options.pipelining(), options.pool(), requests);
    var dialects = new Dialects(streaming, transport, endpoint, requests, pipelining);
    this.retries = RetryPolicy.of(options.retries(), options.endpoints().size());
    this.policy = options.retries().unknownWrites();
    this.tokens = new ChangeTokens(policy, new SecureRandom());
    this.calls = new Calls<>(
        dialects, retries, options.deadline(), options.hedging(), options.observations());
    this.commits = calls.of(new RestAttempts<Outbox>(
        transport, attempt -> new RestTables(attempt, endpoint.origin(), endpoint.path())));
    this.searches = new RemoteSearches(
        calls.of(
            new RestAttempts<>(transport, attempt -> new RestSearches(attempt, endpoint.path()))),
        removal());
    this.uploads = new BulkWrites(transport, requests, calls, retries, policy);
    this.streams = new ResumingStream(dialects, retries);
    this.feeds = new ResumingFeed(dialects, retries);
    this.closing = Mono.defer(() -> closed(options.closeGrace())).cache();
  }

  /**
   * Returns a builder with every default; {@link ClientOptions.Builder#connect} makes the client.
   */
  public static ClientOptions.Builder builder() {
    return ClientOptions.builder();
  }

  /** Returns a client with its own connections and loops. It connects at the first request. */
  public static WeirClient of(ClientOptions options) {
    return new WeirClient(options);
  }

  /**
   * Repeats a read, and a write of which a repetition changes nothing. Any other write whose answer
   * is lost has an unknown outcome, unless its method finds out.
   */
  @Override
  protected <T> Mono<T> one(Operation operation, Function<TableService, Mono<T>> call) {
    return operation.isRead()
        ? calls.read(operation.text(), call)
        : calls.write(
            operation.text(),
            call,
            REPEATABLE.contains(operation) ? Resolution.repeating() : Resolution.none());
  }

  /** Refuses: each kind of stream continues in a way of its own, which its method knows. */
  @Override
  protected <T> Flux<T> many(Operation operation, Function<TableService, Flux<T>> call) {
    return Flux.error(() ->
        new InvalidRequestException(ErrorCode.NOT_IMPLEMENTED, "operation=" + operation.text()));
  }

  @Override
  public Mono<Void> createTable(TableName table) {
    return calls
        .write(
            Operation.CREATE_TABLE.text(),
            tables -> tables.createTable(table).thenReturn(true),
            creation(table))
        .then();
  }

  @Override
  public Mono<Void> deleteTable(TableName table) {
    return calls
        .write(
            Operation.DELETE_TABLE.text(),
            tables -> tables.deleteTable(table).thenReturn(true),
            removal())
        .then();
  }

  @Override
  public Mono<TableName> table(TableName table) {
    return super.table(table).onErrorResume(WeirClient::isAbsent, absent -> Mono.empty());
  }

  @Override
  public Mono<Entity> get(TableName table, EntityKey key, Selection selection) {
    return super.get(table, key, selection)
        .onErrorResume(WeirClient::isAbsent, absent -> Mono.empty());
  }

  /** Each subscription is another change, with another token if the user has given none. */
  @Override
  public Mono<WriteResult> write(TableName table, Write write) {
    return Mono.defer(() -> {
      var once = tokens.on(write);
      return calls.write(
          Operation.WRITE_ENTITY.text(),
          tables -> tables.write(table, once),
          resolutions(table).of(once));
    });
  }

  @Override
  public Mono<List<WriteResult>> submit(TableName table, Batch batch) {
    return Mono.defer(() -> {
      var once = tokens.on(batch);
      return calls.write(
          Operation.BATCH.text(),
          tables -> tables.submit(table, once),
          BatchResolution.of(once, policy, resolutions(table)));
    });
  }

  @Override
  public Mono<List<WriteResult>> commit(JointCommit commit) {
    return Mono.defer(() -> {
      var once = tokens.on(commit);
      return calls.write(
          Operation.JOINT_COMMIT.text(),
          tables -> tables.commit(once),
          BatchResolution.of(once, policy, this::resolutions));
    });
  }

  /**
   * Carries out the writes and puts the messages; all of it or nothing. Needs an account key. If
   * the answer is lost, the outcome is unknown whatever {@link UnknownWrites} says: the client
   * cannot find out about messages, and a repetition could put them twice.
   */
  @Override
  public Mono<OutboxCommit> commit(JointCommit writes, List<AddressedMessage> messages) {
    return commits.write(
        "OutboxCommit", outbox -> outbox.commit(writes, messages), Resolution.none());
  }

  @Override
  public Flux<BulkResult> bulk(TableName table, Publisher<? extends BulkLine> lines) {
    return RetryPolicy.retry(streaming, retries.ofRead())
        .onErrorMap(Failures::translated)
        .flatMapMany(isStreaming -> isStreaming
            ? uploads.write(this, table, repeatable(lines))
            : BulkByUnits.of(this, table, lines, BULK_WIDTH));
  }

  /** Returns lines that may be sent again. Only {@link UnknownWrites#REPEAT} does that. */
  private Publisher<? extends BulkLine> repeatable(Publisher<? extends BulkLine> lines) {
    return policy == UnknownWrites.REPEAT ? Flux.from(lines).map(tokens::on) : lines;
  }

  @Override
  public <T> Mono<T> setting(TableName table, TableSetting<T> setting) {
    return super.setting(table, setting)
        .onErrorResume(WeirClient::isAbsent, absent -> Mono.empty());
  }

  @Override
  public Mono<Void> deleteRange(TableName table, Filter keys) {
    return calls
        .write(
            Operation.DELETE_RANGE.text(),
            tables -> tables.deleteRange(table, keys).thenReturn(true),
            removal())
        .then();
  }

  @Override
  public Mono<Void> dropIndex(TableName table, IndexName index) {
    return calls
        .write(
            Operation.DROP_INDEX.text(),
            tables -> tables.dropIndex(table, index).thenReturn(true),
            removal())
        .then();
  }

  @Override
  public Flux<StreamItem> stream(TableName table, Query query) {
    return calls.stream(Operation.STREAM_ENTITIES.text(), call -> streams.open(table, query, call));
  }

  /**
   * Returns the changes of a table or of the account. When the connection breaks or the service
   * restarts, the feed continues from the last item; changes of a batch that was cut are repeated.
   * Needs the streaming dialect; fails with {@code NotImplemented} in the REST dialect.
   */
  @Override
  public Flux<FeedItem> changes(FeedScope scope, FeedStart from) {
    return calls.stream(Operation.STREAM_CHANGES.text(), call -> feeds.open(scope, from, call));
  }

  /** Returns the declarations of the service's full-text searches. They need an account key. */
  public SearchDeclarations searches() {
    return searches;
  }

  /**
   * Returns the {@link SearchRequest#DEFAULT_TOP} entities that match a text best. See
   * {@link #search(TableName, SearchRequest)}.
   */
  public Flux<SearchHit> search(TableName table, String text) {
    return Flux.defer(() -> search(table, SearchRequest.of(text)));
  }

  /**
   * Returns the entities that match a search, the best first, each with its score: as many as
   * {@link SearchRequest#top} says, in as many requests as the service's pages take. Needs the
   * right to query the whole table.
   *
   * <p>Fails with {@code InvalidInput} for a text of another form; with {@code TableNotFound}; with
   * {@code ResourceNotFound} for a table without search; with {@code ServerBusy} while no index
   * answers, after the retries; with {@code OperationTimedOut} after some seconds of search; and
   * with {@code NotImplemented} from a service without search. Scores are comparable within one
   * request of at most 4 MiB of entities. An entity may be missing, or come twice, if the ranks
   * change between two requests.
   */
  public Flux<SearchHit> search(TableName table, SearchRequest request) {
    return searches.hits(table, request);
  }

  /**
   * Returns one page of a search, which also says how far the index is behind, and where the next
   * page begins. Fails as {@link #search(TableName, SearchRequest)} does.
   */
  public Mono<SearchPage> searchPage(TableName table, SearchRequest request) {
    return searches.page(table, request);
  }

  /** Returns the large values of the account. Only Weir has them. */
  public WeirValues values() {
    var attempts =
        new RestAttempts<>(transport, attempt -> new RestValues(attempt, endpoint.path()));
    return new RemoteValues(calls.of(attempts), attempts::once, retries, removal());
  }

  /** Returns what an operator and the owner of an account ask of the service beside its tables. */
  public WeirAdministration administration() {
    var attempts =
        new RestAttempts<>(transport, attempt -> new RestAdministration(attempt, endpoint.path()));
    return new RemoteAdministration(calls.of(attempts), attempts::once);
  }

  /** Returns counters of what the client has done so far. */
  public ClientStatistics statistics() {
    return new ClientStatistics(calls.underWay(), transport.attempts(), calls.hedges());
  }

  /** Cuts all connections and fails every request in flight. Does not wait. */
  @Override
  public void close() {
    transport.close();
  }

  /**
   * Refuses new requests, waits up to {@link ClientOptions#closeGrace} for those in flight, then
   * cuts all connections. Completes when connections and loops are closed. A new request fails with
   * {@code client=closed}.
   *
   * <p>The first subscription closes the client; later ones wait for the same result. Cancelling
   * stops the wait, not the closing.
   */
  public Mono<Void> closeLater() {
    return closing;
  }

  private Mono<Void> closed(Duration grace) {
    return calls
        .close()
        .doOnSuccess(ended -> pipelining.close())
        .timeout(grace, Mono.empty())
        .then(transport.closeLater());
  }

  private WriteResolution resolutions(TableName table) {
    return new WriteResolution(policy, key -> get(table, key));
  }

  private Resolution<Boolean> creation(TableName table) {
    return policy == UnknownWrites.FAIL
        ? Resolution.none()
        : (sent, refusal) -> table(table)
            .map(there -> Verdict.<Boolean>unknown("stored=tableOfThatName"))
            .defaultIfEmpty(Verdict.repeatable());
  }

  private Resolution<Boolean> removal() {
    return policy == UnknownWrites.REPEAT
        ? Resolution.removing(Verdict.done(true))
        : Resolution.none();
  }

  private static boolean isAbsent(Throwable failure) {
    return failure instanceof TableServiceException refusal
        && refusal.code() == ErrorCode.RESOURCE_NOT_FOUND;
  }
}
