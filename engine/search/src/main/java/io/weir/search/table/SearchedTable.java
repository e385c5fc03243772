package io.weir.search.table;

import java.util.function.Consumer;
import reactor.core.publisher.Mono;

/**
 * The search of one table, as long as it has one declaration. Its definition may change meanwhile.
 *
 * <p>{@link #view}, {@link #id} and {@link #isOf}: any thread. Each other method hands a task over
 * to the table's worker and returns at once; the task runs whether or not the result is subscribed
 * to, and is not interrupted when that is cancelled.
 */
public final class SearchedTable {

  private final String id;
  private final TableWorker worker;
  private final IndexSuccession indexes;
  private final SharedTask revision;
  private final SharedTask rebuild;
  private final Consumer<SearchedTable> onDropped;

  /**
   * The text of the declaration. Written by the caller of {@link #revise}; read by the worker,
   * which that call wakes, and by searches.
   */
  private volatile String declaration;

  /** Written by the worker; searches read it. */
  private volatile SearchView view;

  /**
   * Makes the search of a table; {@link #start} begins it.
   *
   * @param declaration as {@link StoredSearch#parse} reads it
   * @param onDropped called on the worker when the table was dropped; {@link #drop} then ends the
   *     worker
   */
  public SearchedTable(
      BuildContext context, String declaration, Consumer<SearchedTable> onDropped) {
    this.id = context.id();
    this.declaration = declaration;
    this.onDropped = onDropped;
    this.worker = new TableWorker(context.worker());
    this.indexes = new IndexSuccession(
        context,
        StoredSearch.parse(declaration).definition(),
        new IndexSuccession.Observer() {
          @Override
          public void changed() {
            show();
          }

          @Override
          public void tableDropped() {
            dropped();
          }
        },
        this::open);
    this.revision = new SharedTask(worker, this::takeDeclaration);
    this.rebuild = new SharedTask(worker, this::beginRebuild);
    this.view = indexes.view();
  }

  /** Returns the id of the declaration. */
  public String id() {
    return id;
  }

  /** Returns whether the declaration has this text. */
  public boolean isOf(String text) {
    return declaration.equals(text);
  }

  /** Returns what searches see at present. */
  public SearchView view() {
    return view;
  }

  /** Opens what the folder holds, and follows the feed. Completes when it has begun to. */
  public Mono<Void> start() {
    return worker.run(this::open);
  }

  private void open() {
    guarded(indexes::open);
  }

  /**
   * Takes another declaration of the same id. Completes when the view says whether a new index is
   * necessary. Calls follow each other in the order of the declarations.
   */
  public Mono<Void> revise(String other) {
    declaration = other;
    return revision.run();
  }

  private void takeDeclaration() {
    guarded(() -> indexes.define(StoredSearch.parse(declaration).definition()));
  }

  /** Begins to build a new index, unless one is being built. Completes when the view says so. */
  public Mono<Void> rebuild() {
    return rebuild.run();
  }

  private void beginRebuild() {
    guarded(indexes::rebuild);
  }

  /** Closes and deletes the indexes and their consumers. Completes when that is done. */
  public Mono<Void> drop() {
    return ended(indexes::drop);
  }

  /** Commits and closes the indexes. Completes when that is done. */
  public Mono<Void> close() {
    return ended(indexes::close);
  }

  /**
   * Closes the indexes as they were at their last commits, as a crash leaves them. Completes when
   * that is done. For tests.
   */
  public Mono<Void> abandon() {
    return ended(indexes::abandon);
  }

  /**
   * Runs the last task and ends the worker after it. A worker that has ended already is no failure.
   */
  private Mono<Void> ended(Runnable last) {
    var end = worker
        .run(() -> guarded(last))
        .onErrorComplete()
        .then(Mono.defer(indexes::ended))
        .doFinally(signal -> worker.close())
        .cache();
    var unused = end.subscribe();
    return end;
  }

  private void dropped() {
    show();
    onDropped.accept(this);
  }

  /** Runs a task unless this is closed. A fault must not end the worker's care for the table. */
  private void guarded(Runnable task) {
    if (indexes.isClosed()) {
      return;
    }
    try {
      task.run();
    } catch (RuntimeException e) {
      indexes.failed(e);
    }
    show();
  }

  private void show() {
    view = indexes.view();
  }
}
