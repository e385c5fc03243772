package io.weir.pattern.process;

import io.weir.api.FeedGroups;
import io.weir.api.FeedItem;
import io.weir.api.FeedStart;
import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.edm.EdmDateTime;
import io.weir.api.error.ChangesLostException;
import java.util.List;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Follows the feed of one partition group and handles its batches one after another.
 *
 * <p>Holds one batch, which is being handled, and the first item of the next one. The feed is asked for more when the batch is handled. Signals are serial.
 */
final class GroupHandling implements GroupWork {

  private final int group;
  private final TableService service;
  private final ProcessorOptions options;
  private final BatchAttempts attempts;
  private final Faults faults;

  GroupHandling(
      int group,
      TableService service,
      ProcessorOptions options,
      BatchAttempts attempts,
      Faults faults) {
    this.group = group;
    this.service = service;
    this.options = options;
    this.attempts = attempts;
    this.faults = faults;
  }

  @Override
  public Mono<Void> follow(Progress progress, Mono<Void> stop) {
    return Flux.defer(() -> batches(progress.place().from()))
        .takeUntilOther(stop) // after the batches: a batch that has not arrived whole is left out
        .concatMapDelayError(
            items -> pass(items, progress).thenReturn(true),
            false,
            0) // a failing feed lets a begun batch end
        .onErrorResume(
            ChangesLostException.class, lost -> restart(lost, progress, stop).thenReturn(true))
        .retryWhen(faults.patience())
        .then();
  }

  private Flux<List<FeedItem>> batches(FeedStart from) {
    var scope = options.scope().in(FeedGroups.only(group));
    return service
        .changes(scope, from)
        .filter(item -> !item.dispatch(new IsOwn(options)))
        .concatMapIterable(new BatchAssembly(), 1);
  }

  private Mono<Void> restart(ChangesLostException lost, Progress progress, Mono<Void> stop) {
    if (!options.restartAtBeginning()) {
      return Mono.error(lost);
    }
    options.listener().accept(new ProcessorEvent.ChangesLost(group));
    progress.restart(FeedStart.BEGINNING);
    return follow(progress, stop);
  }

  private Mono<Void> pass(List<FeedItem> items, Progress progress) {
    return items.get(items.size() - 1).dispatch(new Passing(items, progress));
  }

  /** Handles a batch by the kind of its last item; all items of a batch are of one kind. */
  private final class Passing implements FeedItem.Handler<Mono<Void>> {

    private final List<FeedItem> items;
    private final Progress progress;

    Passing(List<FeedItem> items, Progress progress) {
      this.items = items;
      this.progress = progress;
    }

    private Mono<Void> handled(FeedItem last, EdmDateTime at) {
      return attempts
          .handle(new ChangeBatch(group, items))
          .then(Mono.fromRunnable(() -> progress.handled(last.token(), items.size(), at)));
    }

    @Override
    public Mono<Void> change(FeedItem.Change item) {
      return handled(item, item.timestamp());
    }

    @Override
    public Mono<Void> rangeRemoved(FeedItem.RangeRemoved item) {
      return handled(item, item.timestamp());
    }

    @Override
    public Mono<Void> tableDropped(FeedItem.TableDropped item) {
      var handled = handled(item, item.timestamp());
      return options.scope().table().isEmpty()
          ? handled
          : handled.then(Mono.fromRunnable(() -> progress.ended(item.token())));
    }

    @Override
    public Mono<Void> checkpoint(FeedItem.Checkpoint item) {
      return Mono.fromRunnable(() -> progress.passed(item.token()));
    }
  }

  /** Whether an item reports a write of a processor: the account's feed would otherwise never end to report what it causes. */
  private record IsOwn(ProcessorOptions options) implements FeedItem.Handler<Boolean> {

    private boolean isOwn(TableName table) {
      return table.equals(options.leases()) || table.equals(options.deadLetters());
    }

    @Override
    public Boolean change(FeedItem.Change item) {
      return isOwn(item.table());
    }

    @Override
    public Boolean rangeRemoved(FeedItem.RangeRemoved item) {
      return isOwn(item.table());
    }

    @Override
    public Boolean tableDropped(FeedItem.TableDropped item) {
      return isOwn(item.table());
    }

    @Override
    public Boolean checkpoint(FeedItem.Checkpoint item) {
      return false;
    }
  }
}
