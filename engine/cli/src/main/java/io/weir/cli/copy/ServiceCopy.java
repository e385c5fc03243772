package io.weir.cli.copy;

import io.weir.api.FeedScope;
import io.weir.api.FeedStart;
import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.error.AccessDeniedException;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.error.NotFoundException;
import io.weir.api.error.ServiceFailedException;
import io.weir.cli.archive.TableDefinitions;
import io.weir.cli.rows.Loader;
import io.weir.cli.terminal.CommandFailure;
import io.weir.cli.terminal.LoadProgress;
import io.weir.cli.terminal.Persistence;
import io.weir.cli.terminal.Terminal;
import io.weir.pattern.migration.SideBySide;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/** The steps of a copy between two services. Belongs to the main thread, which blocks. */
final class ServiceCopy {

  /** More than workers can wait with. */
  private static final int WAITING_NOTES = 1_000;

  /** Batches in flight for each worker. */
  private static final int IN_FLIGHT = 4;

  private final TableService source;
  private final SourceTables tables;
  private final TableService target;
  private final Optional<PolicyCopy> policies;
  private final Settings settings;
  private final CopyJournal journal;
  private final Terminal terminal;

  /** Grows with everything that is copied, followed or compared. Any thread. */
  private final AtomicLong moved = new AtomicLong();

  private final Scheduler journalThread =
      Schedulers.newBoundedElastic(1, WAITING_NOTES, "weir-copy-journal", 60, true);

  /**
   * What to copy, and how.
   *
   * @param tables empty for all
   * @param rate most entities a second; 0 for no limit
   * @param idle how long nothing must have changed before following ends, zero for ever; empty to
   *     follow nothing
   * @param sweep pause between two scans of a source without a change feed
   * @param compares whether both sides are compared at the end
   * @param persistence repeats what a restart of the source or the target interrupts
   */
  record Settings(
      List<TableName> tables,
      int workers,
      long rate,
      Optional<Duration> idle,
      Duration sweep,
      boolean compares,
      Persistence persistence) {}

  /**
   * Prepares a copy.
   *
   * @param policies empty to leave out stored access policies
   */
  ServiceCopy(
      TableService source,
      TableService target,
      Optional<PolicyCopy> policies,
      Settings settings,
      CopyJournal journal,
      Terminal terminal) {
    this.source = source;
    this.tables = new SourceTables(source, settings.tables());
    this.target = target;
    this.policies = policies;
    this.settings = settings;
    this.journal = journal;
    this.terminal = terminal;
  }

  /**
   * Copies, follows and compares. Fails with {@link CommandFailure} when the comparison finds a
   * difference.
   */
  void run() throws IOException {
    try {
      copyAll();
    } finally {
      journalThread.dispose();
    }
    journal.delete();
  }

  private void copyAll() {
    requireReachable();
    if (journal.place().isEmpty()) { // else the changes since then show which tables were dropped
      tables.requireChosen();
    }
    var place = settings.idle().map(idle -> journal.place().orElseGet(this::begin));
    copy();
    if (place.isPresent()) {
      follow();
      copyPolicies(); // no feed tells of them
    }
    if (settings.compares()) {
      compare();
    }
  }

  /**
   * Fails at once when a service does not answer. Only a service that has answered is waited for
   * later.
   */
  private void requireReachable() {
    for (var service : List.of(source, target)) {
      service
          .tables()
          .next()
          .hasElement()
          .onErrorReturn(refusal -> !(refusal instanceof ServiceFailedException), false)
          .block();
    }
  }

  /** Notes the place from which changes are followed, before anything is read. */
  private String begin() {
    var place =
        changes(progress("Beginning", "changes")).begin().blockOptional().orElseThrow();
    journal.notePlace(place);
    return place;
  }

  private void copy() {
    var loader = new Loader(target, IN_FLIGHT);
    var pace = new CopyPace(settings.rate(), Schedulers.parallel());
    for (var table : patiently(tables::listed)) {
      if (patiently(() -> tables.unlessDropped(table, () -> copy(table, loader, pace)))
          .isEmpty()) {
        terminal.remark("The source dropped table " + table + " while it was copied.");
      }
    }
  }

  /** Copies one table and returns the number of its entities that were copied. */
  private long copy(TableName table, Loader loader, CopyPace pace) {
    var ranges = ranges(table);
    loader.ensure(table).block();
    long copied;
    try (var progress = progress("Copying " + table, "entities")) {
      var copy = new TableCopy(
          source,
          loader,
          table,
          ranges,
          pace,
          progress,
          written(() -> journal.note(table, ranges)));
      copied = copy.run(settings.workers()).blockOptional().orElse(0L);
    }
    say("Copied %,d entities of %s in %,d ranges.", copied, table, ranges.all().size());
    TableDefinitions.of(source, table, terminal::remark).declare(target, table, terminal::remark);
    policies.ifPresent(each -> each.copy(table));
    return copied;
  }

  private void copyPolicies() {
    policies.ifPresent(each -> patiently(tables::listed)
        .forEach(table -> patiently(() -> tables.unlessDropped(table, () -> {
          each.copy(table);
          return table;
        }))));
  }

  /** Repeats a step that continues where it stopped. */
  private <T> T patiently(Supplier<T> step) {
    try {
      return settings.persistence().result(step, moved::get);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private SharedProgress progress(String title, String unit) {
    return new SharedProgress(terminal.progress().begin(title, -1, unit), moved::addAndGet);
  }

  /** Returns the ranges after all notes of an attempt before this one. */
  private TableRanges ranges(TableName table) {
    return Mono.fromCallable(() -> new TableRanges(journal.ranges(table)))
        .subscribeOn(journalThread)
        .blockOptional()
        .orElseThrow();
  }

  /** Writes the journal on a thread that may wait for the disk. */
  private Mono<Void> written(Runnable note) {
    return Mono.<Void>fromRunnable(note).subscribeOn(journalThread);
  }

  private void follow() {
    var idle = settings.idle().orElseThrow();
    say(
        idle.isZero()
            ? "Following the source until interrupted."
            : "Following the source until nothing has changed for %d s.",
        idle.toSeconds());
    var repeated = new AtomicLong();
    try (var progress = progress("Following", "entities")) {
      var changes = patiently(() -> changes(progress));
      patiently(() -> follow(changes, new IdleWatch(idle, Schedulers.parallel()), repeated));
    }
    say("Repeated %,d changes.", repeated.get());
  }

  /** Follows from the noted place. Returns the number of changes of the last round. */
  private Optional<Long> follow(SourceChanges changes, IdleWatch watch, AtomicLong repeated) {
    return changes
        .from(place(), place -> written(() -> journal.notePlace(place)))
        .doOnNext(count -> {
          repeated.addAndGet(count);
          moved.incrementAndGet();
        })
        .takeUntil(watch::isIdleAfter)
        .takeLast(1)
        .next()
        .blockOptional();
  }

  private String place() {
    return Mono.fromCallable(() -> journal.place().orElseThrow())
        .subscribeOn(journalThread)
        .blockOptional()
        .orElseThrow();
  }

  /**
   * Returns the changes by the source's feed, if it shows one. A sweep cannot continue what the
   * feed began, and says so.
   */
  private SourceChanges changes(LoadProgress progress) {
    var loader = new Loader(target, IN_FLIGHT);
    return hasFeed()
        ? new FeedChanges(source, new LoadedTarget(loader, progress), tables::isChosen)
        : new SweptChanges(source, loader, tables::all, settings.sweep(), progress, Instant::now);
  }

  private boolean hasFeed() {
    var has = source
        .changes(FeedScope.ACCOUNT, FeedStart.NOW)
        .next()
        .map(item -> true)
        .onErrorResume(ServiceCopy::isAbsent, refusal -> {
          terminal.remark("The source shows no change feed; its tables are scanned for younger"
              + " Timestamps, and removals are found by the comparison only. "
              + refusal.getMessage());
          return Mono.just(false);
        })
        .block();
    return Boolean.TRUE.equals(has);
  }

  /** A service without the feed takes its path for that of a table. */
  private static boolean isAbsent(Throwable failure) {
    return failure instanceof InvalidRequestException
        || failure instanceof NotFoundException
        || failure instanceof AccessDeniedException;
  }

  private void compare() {
    var all = Differences.NONE;
    var differ = false;
    for (var table : patiently(tables::listed)) {
      var found = patiently(() -> tables.unlessDropped(table, () -> compare(table)));
      if (found.isPresent()) {
        report(table, found.get());
        all = all.and(found.get());
        differ |= patiently(() -> policiesDiffer(table));
      }
    }
    if (differ || !all.areNone()) {
      throw CommandFailure.failed(
          "The target is not what the source is. If programs wrote meanwhile,"
              + " stop them and call the command again with --follow.");
    }
  }

  private Differences compare(TableName table) {
    try (var progress = progress("Comparing " + table, "entities")) {
      return new TableComparison(new SideBySide(source, target, table))
          .of(ranges(table).all(), settings.workers(), progress)
          .blockOptional()
          .orElse(Differences.NONE);
    }
  }

  private boolean policiesDiffer(TableName table) {
    var differ = policies
        .flatMap(each -> tables.unlessDropped(table, () -> each.differs(table)))
        .orElse(false);
    if (differ) {
      terminal.remark("  differs: the stored access policies of " + table);
    }
    return differ;
  }

  private void report(TableName table, Differences found) {
    say(
        "Compared %,d entities of %s: %,d missing, %,d changed, %,d only in the target.",
        found.entities(), table, found.missing(), found.changed(), found.extra());
    found.examples().forEach(key -> terminal.remark("  differs: " + table + " " + key));
  }

  private void say(String format, Object... values) {
    terminal.say(String.format(Locale.ROOT, format, values));
  }
}
