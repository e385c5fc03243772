package io.weir.cli.copy;

import io.weir.api.FeedScope;
import io.weir.api.FeedStart;
import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.error.AccessDeniedException;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.error.NotFoundException;
import io.weir.cli.archive.TableDefinitions;
import io.weir.cli.load.Loader;
import io.weir.cli.terminal.CommandFailure;
import io.weir.cli.terminal.LoadProgress;
import io.weir.cli.terminal.Terminal;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
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
  private final Scheduler journalThread =
      Schedulers.newBoundedElastic(1, WAITING_NOTES, "weir-copy-journal", 60, true);

  /**
   * What to copy, and how.
   *
   * @param tables empty for all
   * @param rate most entities a second; 0 for no limit
   * @param idle how long nothing must have changed before following ends, zero for ever; empty to follow nothing
   * @param sweep pause between two scans of a source without a change feed
   * @param compares whether both sides are compared at the end
   */
  record Settings(
      List<TableName> tables,
      int workers,
      long rate,
      Optional<Duration> idle,
      Duration sweep,
      boolean compares) {}

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

  /** Copies, follows and compares. Fails with {@link CommandFailure} when the comparison finds a difference. */
  void run() throws IOException {
    try {
      copyAll();
    } finally {
      journalThread.dispose();
    }
    journal.delete();
  }

  private void copyAll() {
    if (journal.place().isEmpty()) { // else the changes since then show which tables were dropped
      tables.requireChosen();
    }
    var place = settings.idle().map(idle -> journal.place().orElseGet(this::begin));
    copy();
    if (place.isPresent()) {
      follow(place.get());
      copyPolicies(); // no feed tells of them
    }
    if (settings.compares()) {
      compare();
    }
  }

  /** Notes the place from which changes are followed, before anything is read. */
  private String begin() {
    var place = changes(new SharedProgress(terminal.progress().begin("Beginning", -1, "changes")))
        .begin()
        .blockOptional()
        .orElseThrow();
    journal.notePlace(place);
    return place;
  }

  private void copy() {
    var loader = new Loader(target, IN_FLIGHT);
    var pace = new Pace(settings.rate(), Schedulers.parallel());
    for (var table : tables.listed()) {
      if (tables.unlessDropped(table, () -> copy(table, loader, pace)).isEmpty()) {
        terminal.remark("The source dropped table " + table + " while it was copied.");
      }
    }
  }

  /** Copies one table and returns the number of its entities that were copied. */
  private long copy(TableName table, Loader loader, Pace pace) {
    var ranges = new TableRanges(journal.ranges(table));
    loader.ensure(table).block();
    long copied;
    try (var progress =
        new SharedProgress(terminal.progress().begin("Copying " + table, -1, "entities"))) {
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
    policies.ifPresent(each -> tables
        .listed()
        .forEach(table -> tables.unlessDropped(table, () -> {
          each.copy(table);
          return table;
        })));
  }

  /** Writes the journal on a thread that may wait for the disk. */
  private Mono<Void> written(Runnable note) {
    return Mono.<Void>fromRunnable(note).subscribeOn(journalThread);
  }

  private void follow(String place) {
    var idle = settings.idle().orElseThrow();
    say(
        idle.isZero()
            ? "Following the source until interrupted."
            : "Following the source until nothing has changed for %d s.",
        idle.toSeconds());
    try (var progress =
        new SharedProgress(terminal.progress().begin("Following", -1, "entities"))) {
      var watch = new IdleWatch(idle, Schedulers.parallel());
      var changes = changes(progress)
          .from(place)
          .concatMap(round -> written(() -> journal.notePlace(round.place())).thenReturn(round), 1)
          .takeUntil(watch::isIdleAfter)
          .map(Changes.Round::changes)
          .reduce(0L, Long::sum)
          .blockOptional()
          .orElse(0L);
      say("Repeated %,d changes.", changes);
    }
  }

  /** Returns the changes by the source's feed, if it shows one. A sweep cannot continue what the feed began, and says so. */
  private Changes changes(LoadProgress progress) {
    var loader = new Loader(target, IN_FLIGHT);
    return hasFeed()
        ? new FeedChanges(source, new FeedRepeat(source, loader, tables::isChosen, progress))
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
    for (var table : tables.listed()) {
      var found = tables.unlessDropped(table, () -> compare(table));
      if (found.isPresent()) {
        report(table, found.get());
        all = all.and(found.get());
        differ |= policiesDiffer(table);
      }
    }
    if (differ || !all.areNone()) {
      throw CommandFailure.failed(
          "The target is not what the source is. If programs wrote meanwhile,"
              + " stop them and call the command again with --follow.");
    }
  }

  private Differences compare(TableName table) {
    try (var progress =
        new SharedProgress(terminal.progress().begin("Comparing " + table, -1, "entities"))) {
      return new TableComparison(source, target, table)
          .of(new TableRanges(journal.ranges(table)).all(), settings.workers(), progress)
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
