package io.weir.engine.page.extent;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;

/**
 * The captures of a page store, from which checkpoints are made, and the places of freed pages that
 * they keep from being used again.
 *
 * <p>Runs on: the owner of the store, unless a method says otherwise.
 */
public final class PageCaptures {

  private final PageStoreOptions options;
  private final ExtentSpace leafPages;
  private final ExtentSpace largePages;
  private final FreedPlaces freed;
  private final Runnable requireOwner;
  private final Runnable changed;

  /** Captures so far. */
  private long count;

  /**
   * @param requireOwner fails if the calling thread is not the owner's
   * @param changed called after places have become available
   */
  PageCaptures(
      PageStoreOptions options,
      ExtentSpace leafPages,
      ExtentSpace largePages,
      FreedPlaces freed,
      Runnable requireOwner,
      Runnable changed) {
    this.options = options;
    this.leafPages = leafPages;
    this.largePages = largePages;
    this.freed = freed;
    this.requireOwner = requireOwner;
    this.changed = changed;
  }

  /** Keeps the place of a freed page until a later capture's checkpoint is durable. */
  void await(long id, int lengthBytes) {
    freed.add(count, id, lengthBytes);
  }

  /**
   * Begins a checkpoint: from now on no place of a page in use is given to another page before a
   * later checkpoint is durable.
   */
  public Capture capture() {
    requireOwner.run();
    count++;
    var files = new ArrayList<>(leafPages.capture());
    files.addAll(largePages.capture());
    return new Capture(count, files);
  }

  /**
   * Makes the page files of a capture durable. Any thread; blocks.
   *
   * @throws io.weir.engine.disk.ForceFailed if a force failed; it must not be repeated, because the
   *     system may have dropped the pages that it could not write
   * @throws IOException if a file could not be opened
   */
  public void force(Capture capture) throws IOException {
    for (PersistedExtent file : capture.files()) {
      try {
        options.space().force(options.directory().resolve(file.fileName()));
      } catch (NoSuchFileException e) {
        // deliberate: a file is deleted when no page that a checkpoint names is in it
      }
    }
  }

  /**
   * Ends a capture of which no checkpoint will be made. Places of pages that are younger than the
   * capture before may be used again at once.
   */
  public void abandon(Capture capture) {
    requireOwner.run();
    if (capture.number() == count) {
      leafPages.abandon();
      largePages.abandon();
    }
  }

  /** Makes the names of the page files durable. Any thread; blocks. */
  public void forceNames() throws IOException {
    options.space().forceNames(options.directory());
  }

  /**
   * Makes places available that were freed before a capture whose checkpoint is durable, at most
   * {@code most} of them. Returns whether there are more. Places that a pinned checkpoint names
   * stay until {@link #unpin}.
   */
  public boolean release(Capture durable, int most) {
    requireOwner.run();
    boolean more = freed.release(durable.number(), most);
    changed.run();
    return more;
  }

  /**
   * Keeps the place of each page that the last durable checkpoint names until {@link #unpin},
   * although later ones become durable.
   */
  public void pin() {
    requireOwner.run();
    freed.pin();
    leafPages.pin();
    largePages.pin();
  }

  /** Ends one pin. After the last one {@link #releasePinned} makes the places available. */
  public void unpin() {
    requireOwner.run();
    freed.unpin();
  }

  /**
   * Makes places available that were kept for pins, at most {@code most} of them. Returns whether
   * there are more. Does nothing while there is a pin.
   */
  public boolean releasePinned(int most) {
    requireOwner.run();
    boolean more = freed.releasePinned(most);
    changed.run();
    return more;
  }
}
