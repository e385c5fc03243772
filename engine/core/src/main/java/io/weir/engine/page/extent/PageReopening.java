package io.weir.engine.page.extent;

import io.weir.engine.page.FirstUse;
import io.weir.engine.page.PageStoreListener;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Opens the page files of a checkpoint, and finds their pages.
 *
 * <p>Runs on: one thread that may block.
 *
 * <p>Claim every page, then call {@link #finish}, which frees the unclaimed places. Addresses
 * differ from one run to the next; places do not. A reopening that is closed before it is finished
 * releases the files and leaves them on the disk.
 *
 * <p>Fails with {@link PageFilesChanged} if a file is missing or too short for a page.
 */
public final class PageReopening implements AutoCloseable {

  private final PageStoreOptions options;

  /**
   * By number; null for those that the checkpoint does not name. A start looks here for each page
   * of a store.
   */
  private @Nullable ReopenedExtent[] extents = {};

  private final PersistedPages keptPages = new PersistedPages();
  private int nextExtent;
  private long pages;
  private long bytes;

  private PageReopening(PageStoreOptions options) {
    this.options = options;
  }

  /** Opens the files and deletes all others in the directory. */
  public static PageReopening open(PageStoreOptions options, List<PersistedExtent> kept)
      throws IOException {
    var reopening = new PageReopening(options);
    try {
      reopening.openAll(kept);
    } catch (IOException | RuntimeException e) {
      reopening.close();
      throw e;
    }
    return reopening;
  }

  private void openAll(List<PersistedExtent> kept) throws IOException {
    var names = new HashSet<String>();
    Files.createDirectories(options.directory());
    for (PersistedExtent extent : kept) {
      nextExtent = Math.max(nextExtent, extent.number() + 1);
      Path file = options.directory().resolve(extent.fileName());
      // A file in which the checkpoint has no page may have been deleted after it.
      if (Files.exists(file)) {
        names.add(extent.fileName());
        put(extent.number(), ReopenedExtent.open(extent, options));
      }
    }
    new PageFolder(options.directory()).deleteAllBut(names);
  }

  private void put(int number, ReopenedExtent extent) {
    if (number >= extents.length) {
      extents = Arrays.copyOf(extents, number + 1);
    }
    extents[number] = extent;
  }

  private @Nullable ReopenedExtent extentOf(long id) {
    int number = Extent.numberOf(id);
    return number >= 0 && number < extents.length ? extents[number] : null;
  }

  private Stream<ReopenedExtent> all() {
    return Arrays.stream(extents).filter(Objects::nonNull);
  }

  /** Takes a page into use again and returns its address. Does not read the page. */
  public long claim(PersistedPage page) throws PageFilesChanged {
    ReopenedExtent extent = extentOf(page.id());
    if (extent == null) {
      throw new PageFilesChanged(
          "a page file is missing directory=" + options.directory() + " page=" + page.id());
    }
    long address = extent.claim(page);
    pages++;
    bytes += page.lengthBytes();
    return address;
  }

  /**
   * Returns the verifier of the claimed pages. Call it before a page is first used, after
   * {@link #finish}.
   */
  public FirstUse firstUse() {
    return keptPages;
  }

  /**
   * Returns the store of all claimed pages, none of which is verified yet. The store owns the files
   * from now on.
   */
  public ChroniclePageStore finish(
      Executor executor, PageStoreListener listener, BooleanSupplier owned) throws IOException {
    var kept = new ArrayList<Extent>();
    for (ReopenedExtent extent : all().toList()) {
      extent.finish();
      kept.add(extent.extent());
    }
    var store = ChroniclePageStore.reopened(
        options, kept, nextExtent, keptPages, executor, listener, owned);
    store.countClaimed(pages, bytes);
    extents = new ReopenedExtent[0];
    return store;
  }

  @Override
  public void close() throws IOException {
    for (ReopenedExtent extent : all().toList()) {
      extent.extent().file().leave();
    }
    extents = new ReopenedExtent[0];
  }
}
