package io.weir.engine.tree;

import io.weir.engine.page.LeafPage;
import io.weir.engine.page.LeafPlan;
import io.weir.engine.page.PageHandle;
import io.weir.engine.page.PageStore;
import io.weir.engine.tree.node.Branch;

/**
 * The pages that one version wrote, and those it no longer reaches.
 *
 * <p>Runs on: the writer's thread.
 *
 * <p>A page that was written and given up again in the same turn is in both; each of them is freed
 * in a different fate of the version, so it is freed once.
 */
final class CommitPages {

  private final PageStore store;
  private final PageList allocated = new PageList();
  private final RetiredPages retired = new RetiredPages();

  CommitPages(PageStore store) {
    this.store = store;
  }

  /** Writes entries of a plan as a page of the new version. */
  PageHandle write(LeafPlan plan, int from, int to) {
    PageHandle page = plan.write(store, from, to);
    allocated.add(page.id(), page.address(), LeafPage.lengthBytes(page.address()));
    return page;
  }

  /** Notes that the new version does not reach a page, but pages with what was in it. */
  void retire(long id, long address) {
    retired.addPage(id, address);
  }

  /** Notes that the new version reaches nothing below some neighbouring children of a node. */
  void retireChildren(Branch node, int from, int to) {
    retired.addChildren(node, from, to);
  }

  /** Frees what the version wrote, because it never was. */
  void undo() {
    allocated.freeLast(store, allocated.size());
  }

  /** Number of pages that the version wrote. */
  int written() {
    return allocated.size();
  }

  RetiredPages retired() {
    return retired;
  }
}
