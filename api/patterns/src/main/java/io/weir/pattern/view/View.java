package io.weir.pattern.view;

import io.weir.api.Query;
import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.NotFoundException;
import io.weir.api.follow.Patience;
import io.weir.pattern.Conflicts;
import io.weir.pattern.index.Divergence;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Function;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/**
 * A table that is kept from another one: some of its entities under other keys, or aggregates of
 * groups of them.
 *
 * <p>{@link #run} keeps the view; {@link #get} and {@link #query} read it from any program. A
 * changed definition has a higher version: it is filled in tables of its own beside the earlier
 * version, then the readers are switched to it, and the earlier one is removed.
 *
 * <p>Needs a service with change feed, named consumers and joint commits, such as Weir; otherwise
 * fails with {@code NotImplemented}. See the package for what is promised. Immutable; any thread.
 */
public final class View {

  /** Highest version. */
  public static final int MOST_VERSIONS = 9_999;

  /** Longest name, so that the names of all tables and consumers of a view are valid. */
  public static final int LONGEST_NAME = 51;

  private static final TableName REGISTRY = new TableName("WeirViews");
  private static final Duration FIRST_PAUSE = Duration.ofMillis(100);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);
  private static final Duration LOOK = Duration.ofMillis(20);

  private final TableService service;
  private final ViewTables tables;
  private final ViewDefinition definition;
  private final Settings settings;
  private final ViewVersions versions;

  /** The settings of a view. */
  private record Settings(Duration positions, Scheduler timers, Consumer<Throwable> listener) {}

  private View(
      TableService service, ViewTables tables, ViewDefinition definition, Settings settings) {
    this.service = service;
    this.tables = tables;
    this.definition = definition;
    this.settings = settings;
    this.versions = new ViewVersions(service, REGISTRY, tables.view(), definition.source());
  }

  /**
   * Returns a view. Does nothing yet.
   *
   * <p>Fails with {@link IllegalArgumentException} for a version out of range or a name that is too
   * long, and as {@link TableName} does.
   *
   * @param name begins the names of the view's tables; at most {@value #LONGEST_NAME} letters and
   *     digits
   * @param version 1 to {@value #MOST_VERSIONS}; higher for each definition with other contents
   */
  public static View of(TableService service, String name, int version, ViewDefinition definition) {
    if (version < 1 || version > MOST_VERSIONS) {
      throw new IllegalArgumentException("version=" + version + " from=1 to=" + MOST_VERSIONS);
    }
    if (new TableName(name).value().length() > LONGEST_NAME) {
      throw new IllegalArgumentException("name=" + name + " longest=" + LONGEST_NAME);
    }
    return new View(
        service,
        new ViewTables(name, version),
        definition,
        new Settings(Duration.ofSeconds(5), Schedulers.parallel(), failure -> {}));
  }

  /**
   * Returns this view with another interval in which a place without changes is stored. Default 5
   * s.
   */
  public View storingPlaces(Duration interval) {
    return new View(
        service, tables, definition, new Settings(interval, settings.timers, settings.listener));
  }

  /** Returns this view with other timers, for pauses. */
  public View withTimers(Scheduler timers) {
    return new View(
        service, tables, definition, new Settings(settings.positions, timers, settings.listener));
  }

  /**
   * Returns this view with a listener to failures after which it tries again. The listener must not
   * block.
   */
  public View onRetry(Consumer<Throwable> listener) {
    return new View(
        service, tables, definition, new Settings(settings.positions, settings.timers, listener));
  }

  /**
   * Keeps the view: fills it from the beginning, then follows the changes of its source. Emits the
   * progress after each commit and each checkpoint; applies the next changes when the subscriber
   * has requested it. Any number of programs may run the view; one commit at a time succeeds, and
   * no change counts twice.
   *
   * <p>Completes when a later version is current, or the source was dropped and the view is empty.
   * Cancelling stops at any point, and the next run goes on there.
   *
   * <p>Repeats after failures that may pass, with pauses of about 100 ms to 30 s. Fails with
   * {@link ViewFailedException} for a change that cannot be applied, with
   * {@link io.weir.api.error.ChangesLostException} when the service no longer keeps the next
   * changes, with {@code TableNotFound} without the source, and as the service refuses.
   */
  public Flux<ViewProgress> run() {
    return Flux.defer(() -> versions.begin(tables.version()).flatMapMany(this::follow))
        .retryWhen(Patience.of(FIRST_PAUSE, LONGEST_PAUSE, settings.timers, settings.listener)
            .retry(View::mayPass));
  }

  private Flux<ViewProgress> follow(ViewPosition position) {
    return new ViewFollower(
            service,
            definition,
            versions,
            new ViewCommits(service, REGISTRY, definition),
            new ViewFollower.ViewPace(settings.timers, settings.positions),
            position)
        .progress();
  }

  private static boolean mayPass(Throwable failure) {
    return failure instanceof ViewCommits.PositionTaken || Patience.mayPass(failure);
  }

  /**
   * Runs this version until it is filled and readers use it, and then stops. Also completes as
   * {@link #run} does.
   */
  public Mono<Void> build() {
    return run().takeUntil(ViewProgress::current).then();
  }

  /** Returns the table of the version that readers use. Empty until a version is filled. */
  public Mono<TableName> current() {
    return currentTables().map(ViewTables::rows);
  }

  private Mono<ViewTables> currentTables() {
    return versions.current().map(version -> new ViewTables(tables.view(), version));
  }

  /**
   * Reads a row of the current version. Empty if it is absent. Fails with {@code ResourceNotFound}
   * until a version is filled.
   */
  public Mono<Entity> get(EntityKey key) {
    return fromCurrent(rows -> service.get(rows, key).flux()).next();
  }

  /**
   * Reads rows of the current version. Fails as {@link #get} does, and with {@code TableNotFound}
   * when that version is removed meanwhile.
   */
  public Flux<Entity> query(Query query) {
    return fromCurrent(rows -> service.query(rows, query));
  }

  /** Reads again if the readers were switched between the two requests. */
  private Flux<Entity> fromCurrent(Function<TableName, Flux<Entity>> read) {
    return Flux.defer(() -> {
      var begun = new AtomicBoolean();
      return current()
          .switchIfEmpty(Mono.error(() -> new NotFoundException(
              ErrorCode.RESOURCE_NOT_FOUND, "view=" + tables.view() + " state=notFilled")))
          .flatMapMany(read)
          .doOnNext(row -> begun.setPlain(true))
          .retryWhen(Conflicts.retry(failure -> !begun.getPlain()
              && failure instanceof NotFoundException absent
              && absent.code() == ErrorCode.TABLE_NOT_FOUND));
    });
  }

  /**
   * Completes when the current version contains an entity as it is stored now, or a later version
   * of it. A program that waits after its write then reads it in the view. Looks every 20 ms; waits
   * for ever if no program runs the view.
   *
   * <p>An entity that is gone, or is not in the view, leaves nothing to look for: then waits as
   * {@link #awaitWrites} does.
   *
   * @param entity the key of the entity in the source
   */
  public Mono<Void> awaitEntity(EntityKey entity) {
    return version(entity)
        .flatMap(ticks -> look(entity, ticks).repeatWhenEmpty(this::pauses))
        .defaultIfEmpty(false)
        .flatMap(isApplied -> isApplied ? Mono.empty() : awaitWrites());
  }

  /**
   * Emits whether a version of an entity is applied; false if the entity has changed before the
   * view got so far.
   */
  private Mono<Boolean> look(EntityKey entity, long ticks) {
    return Mono.defer(this::currentTables)
        .flatMap(current -> new StoredView(service, current).contribution(entity))
        .filter(held -> held.filter(known -> known.ticks() >= ticks).isPresent())
        .map(held -> true)
        .switchIfEmpty(Mono.defer(() -> version(entity))
            .map(now -> now == ticks)
            .defaultIfEmpty(false)
            .filter(isSame -> !isSame));
  }

  /** Returns the Timestamp of an entity. Empty if it is gone or not in the view. */
  private Mono<Long> version(EntityKey entity) {
    return Mono.defer(() -> service.get(definition.source(), entity))
        .filter(found -> definition.contributed(found).isPresent())
        .map(Entity::timestampTicks);
  }

  /**
   * Completes when the current version contains all writes that were acknowledged before. Costs
   * some writes of the service, and waits up to the interval of {@link #storingPlaces} if the
   * source is idle. Looks every 20 ms; waits for ever if no program runs the view.
   */
  public Mono<Void> awaitWrites() {
    return ViewFence.around(
            service,
            definition.source(),
            fence -> versions
                .current()
                .flatMap(versions::position)
                .filterWhen(position -> position.state() == ViewPosition.State.ENDED
                    ? Mono.just(true)
                    : fence.isReachedBy(position.at().orElseThrow()))
                .repeatWhenEmpty(this::pauses))
        .then();
  }

  private Flux<Long> pauses(Flux<Long> again) {
    return again.delayElements(LOOK, settings.timers);
  }

  /** Returns the state of all versions of the view. */
  public Flux<ViewStatus> status() {
    return versions
        .current()
        .defaultIfEmpty(0)
        .flatMapMany(current -> versions
            .positions()
            .concatMap(position -> lag(position)
                .map(lag -> new ViewStatus(
                    position.tables().version(),
                    position.tables().version() == current,
                    position.applied(),
                    position.changedAt(),
                    lag))));
  }

  private Mono<Optional<ViewStatus.Lag>> lag(ViewPosition position) {
    return service
        .consumers()
        .get(position.consumer())
        .map(consumer -> Optional.of(
            new ViewStatus.Lag(consumer.lagBytes(), consumer.lagTime(), consumer.isLost())))
        .onErrorResume(NotFoundException.class, absent -> Mono.empty())
        .defaultIfEmpty(Optional.empty());
  }

  /**
   * Reads the source and this version, and emits what differs. Includes changes that the view has
   * not applied yet, and entities that have expired and are not removed yet.
   */
  public Flux<Divergence> verify() {
    return verification().divergences();
  }

  /**
   * Repairs this version, and emits what it has repaired. Each correction is a commit that checks
   * that the entity of the source is still as it was read. May be used while the view runs.
   */
  public Flux<Divergence> repair() {
    return verification().repairs();
  }

  private ViewVerification verification() {
    return new ViewVerification(
        new StoredView(service, tables),
        definition,
        versions,
        new ViewCommits(service, REGISTRY, definition));
  }

  /**
   * Removes the view with all its versions. No program may run it meanwhile. Does nothing if there
   * is no such view.
   */
  public Mono<Void> drop() {
    return versions.drop();
  }
}
