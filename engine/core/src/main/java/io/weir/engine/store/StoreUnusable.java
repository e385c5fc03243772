package io.weir.engine.store;

import io.weir.engine.page.PageDamaged;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * A store cannot be opened. The message says why and what to do. Nothing in the folder was changed.
 */
public final class StoreUnusable extends IOException {

  private static final long serialVersionUID = 1L;

  /** What a node of several can do that a store of its own cannot. */
  static final String NODES_REMEDY =
      " The other nodes serve without this one: start it with --cluster-fetch-copy, and it takes a copy of the leader's store in place of its own.";

  private final boolean damage;

  StoreUnusable(String message, @Nullable Throwable cause) {
    this(message, cause, false);
  }

  private StoreUnusable(String message, @Nullable Throwable cause, boolean damage) {
    super(message, cause);
    this.damage = damage;
  }

  /** Returns this failure for a node of several, of which others have what is damaged here. */
  StoreUnusable ofNode() {
    return damage ? new StoreUnusable(getMessage() + NODES_REMEDY, this) : this;
  }

  /** @param reason why the last checkpoint cannot be used */
  static StoreUnusable withoutSource(Path folder, String reason, Throwable cause) {
    return new StoreUnusable(
        "The last checkpoint cannot be used, and the log no longer holds the whole store, so nothing was changed. Run 'weir check "
            + folder + "' to list the damage, and 'weir restore' to return to a backup. " + reason,
        cause,
        true);
  }

  /** @param page with rows of the catalog, which all shards need */
  static StoreUnusable withDamagedCatalog(Path folder, PageDamaged page) {
    return new StoreUnusable(
        "A page that names tables is damaged, and the log no longer holds the whole store, so nothing was changed. Run 'weir repair "
            + folder
            + " --from BACKUP' to take the page from a backup and the log, or 'weir restore' to return to a backup. "
            + page.getMessage(),
        page,
        true);
  }

  static StoreUnusable damaged(Path folder, IOException cause) {
    return new StoreUnusable(
        "The store is damaged and was not changed. Run 'weir check " + folder
            + "' to list the damage, and 'weir restore' to return to a backup. "
            + cause.getMessage(),
        cause,
        true);
  }
}
