package io.weir.engine.page;

/**
 * A page that an orderly stop left has other bytes than it had then.
 *
 * <p>Nothing has changed. The page stays damaged until the store is rebuilt from snapshot and log.
 */
public final class PageDamaged extends RuntimeException {

  private static final long serialVersionUID = 1;

  PageDamaged(long id) {
    super("A page has changed on the disk since the last stop. file=" + Extent.numberOf(id)
        + " page=" + Extent.keyOf(id));
  }
}
