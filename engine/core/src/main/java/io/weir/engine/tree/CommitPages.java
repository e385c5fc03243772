package io.weir.engine.tree;

import io.weir.engine.page.FirstUse;
import io.weir.engine.page.LeafPage;
import io.weir.engine.page.LeafPlan;
import io.weir.engine.page.PageHandle;
import io.weir.engine.page.PageStore;
import io.weir.engine.tree.node.Branch;

/**
 * The pages that one version wrote, and the pages that it no longer reaches.
 *
 * <p>Runs on: the writer's thread.
 *
 * <p>A page that was written and retired in the same commit is in both lists. A rollback frees the
 * first list and a publication the second, so the page is freed once.
 */
final class CommitPages {

  private static final int MOST_EXPECTED = 8;

  private final PageStore store;
  private final PageList allocated;
  private final RetiredPages retired;

  /** @param writes the number of keys that the version changes */
  CommitPages(PageStore store, int writes) {
    int expected = Math.max(1, Math.min(writes, MOST_EXPECTED));
    this.store = store;
    this.allocated = new PageList(expected);
    this.retired = new RetiredPages(expected);
  }

  /** Writes entries of a plan as a page of the new version. */
  PageHandle write(LeafPlan plan, int from, int to) {
    PageHandle page = plan.write(store, from, to);
    allocated.add(page.id(), page.address(), plan.writtenBytes());
    return page;
  }

  /** Writes a page of the version before at another place, as a page of the new version. */
  PageHandle copy(long address) {
    int length = LeafPage.lengthBytes(address);
    PageHandle page = store.allocate(length);
    allocated.add(page.id(), page.address(), length);
    LeafPage.copy(address, store.memory(page, length));
    store.filled(page, length);
    return page;
  }

  /** Notes that the new version does not reach a page whose entries it has elsewhere. */
  void retire(long id, long address) {
    retired.addPage(id, address);
  }

  /** Notes that the new version reaches nothing below some neighbouring children of a node. */
  void retireChildren(Branch node, int from, int to) {
    retired.addChildren(node, from, to);
  }

  /** Frees the pages that the version wrote, because the version was abandoned. */
  void undo() {
    allocated.freeLast(store, allocated.size());
  }

  /** Returns the length of a page, as {@link PageStore#lengthOf} does. */
  int lengthOf(long id, long place) {
    return store.lengthOf(id, place);
  }

  /** Returns the verifier of the pages. */
  FirstUse firstUse() {
    return store.firstUse();
  }

  /** Returns the number of pages that the version wrote. */
  int written() {
    return allocated.size();
  }

  RetiredPages retired() {
    return retired;
  }
}
