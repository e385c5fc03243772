package io.weir.engine.tree;

import io.weir.engine.page.LeafPlan;
import io.weir.engine.page.PageHandle;
import io.weir.engine.tree.node.Fences;
import io.weir.engine.tree.node.LeafBranch;
import io.weir.engine.tree.node.LeafRun;
import io.weir.engine.tree.node.NodeCut;
import io.weir.engine.tree.node.Nodes;
import io.weir.engine.tree.node.Separator;

/**
 * Rebuilds the leaves of one node after an edit, from left to right: leaves that stay, leaves that
 * are dropped, and replacements of the others.
 *
 * <p>Runs on: the writer's thread; used for one node at a time.
 *
 * <p>Keeps the rule that no two neighbours fit one page. Only a leaf that shrank, was cut, or was
 * dropped can break it; the two leaves that then meet are compared, and joined if they fit. An
 * edited leaf is therefore held back until its successor is known, so that no page is written
 * twice. A join cannot break the rule elsewhere: it makes a leaf larger than either part was, and
 * the parts did not fit one page with their other neighbours.
 */
final class LeafAssembly {

  private final TreeShape shape;
  private final CommitPages pages;
  private final LeafPlans plans;
  private final Neighbours neighbours;
  private final LeafBranch source;
  private final LeafRun run;

  /**
   * Whether {@code plans.held()} has entries that are not written yet, and the fence before them.
   */
  private boolean holding;

  private Fences heldFenceSource = Fences.NONE;
  private int heldFencePosition;

  /** Whether the next leaf must be compared with the last one. */
  private boolean compareNext;

  private boolean touched;
  private int firstEdited = Integer.MAX_VALUE;
  private int lastEdited = -1;

  LeafAssembly(
      TreeShape shape,
      CommitPages pages,
      LeafPlans plans,
      Neighbours neighbours,
      LeafBranch source) {
    this.neighbours = neighbours;
    this.shape = shape;
    this.pages = pages;
    this.plans = plans;
    this.source = source;
    this.run = new LeafRun(source, pages.firstUse());
  }

  /** Keeps the leaves from {@code from}, inclusive, to {@code to}, exclusive. */
  void keep(int from, int to) {
    if (from == to) {
      return;
    }
    int kept = from;
    if (compareNext && joinWithKept(from)) {
      kept++;
    }
    flush();
    compareNext = false;
    run.addAll(source, kept, to);
  }

  private boolean joinWithKept(int child) {
    if (!holding && (run.size() == 0 || isLastLarge())
        || shape.isLargePage(pages.lengthOf(source.id(child), source.place(child)))) {
      return false;
    }
    long address = neighbours.enter(source, child);
    if (!holding) {
      if (!fitsAfter(neighbours.enterLast(run, source.fences()), address)) {
        return false;
      }
      takeLast();
    } else if (plans.held().lengthBytesWithNext(address) > shape.pageBytes()) {
      return false;
    }
    plans.held().addPage(address);
    retire(child);
    return true;
  }

  private boolean fitsAfter(long last, long address) {
    LeafPlan plan = plans.filling();
    plan.clear();
    plan.addPage(address);
    return plan.lengthBytesWithPrevious(last) <= shape.pageBytes();
  }

  private boolean isLastLarge() {
    return shape.isLargePage(pages.lengthOf(run.lastId(), run.lastPlace()));
  }

  /** Moves the last leaf back into the held plan. */
  private void takeLast() {
    plans.held().clear();
    plans.held().addPage(run.lastAddress());
    holdLastFence();
  }

  private void holdLastFence() {
    holding = true;
    heldFenceSource = run.lastFenceSource();
    heldFencePosition = run.lastFencePosition();
    pages.retire(run.lastId(), run.lastAddress());
    run.removeLast();
  }

  /**
   * Drops the leaves from {@code from}, inclusive, to {@code to}, exclusive, without reading them.
   */
  void drop(int from, int to) {
    edited(from, to - 1);
    pages.retireChildren(source, from, to);
    compareNext = true;
  }

  /**
   * Replaces a leaf by the current plan.
   *
   * @param shrunk whether an entry was removed or became shorter
   */
  void replace(int child, boolean shrunk) {
    edited(child, child);
    retire(child);
    if (plans.filling().count() == 0) {
      compareNext = true;
    } else {
      place(source.fences(), child - 1, shrunk);
    }
  }

  /** Writes a leaf at another place. No edit is held back. */
  void move(int child) {
    edited(child, child);
    long address = source.passingAddress(child);
    run.add(pages.copy(address), source.fences(), child - 1);
    pages.retire(source.id(child), address);
  }

  /** Writes the entries of some leaves, of which none is large, as full pages. */
  void pack(int from, int to) {
    edited(from, to - 1);
    LeafPlan plan = plans.filling();
    plan.clear();
    for (int child = from; child < to; child++) {
      long address = source.passingAddress(child);
      plan.addPage(address);
      pages.retire(source.id(child), address);
    }
    placePieces(source.fences(), from - 1);
  }

  /** Adds the current plan to a node that has no leaves. */
  void addFirst() {
    edited(-1, -1);
    place(Fences.NONE, -1, false);
  }

  private void edited(int first, int last) {
    touched = true;
    firstEdited = Math.min(firstEdited, first);
    lastEdited = last;
  }

  private void retire(int child) {
    pages.retire(source.id(child), source.address(child));
  }

  private void place(Fences fenceSource, int fencePosition, boolean shrunk) {
    LeafPlan plan = plans.filling();
    if (!shape.isLarge(plan.longestSingleEntryBytes()) && plan.lengthBytes() <= shape.pageBytes()) {
      hold(fenceSource, fencePosition, shrunk);
    } else if (shape.isLarge(plan.longestSingleEntryBytes()) || !shareWithPrevious()) {
      placePieces(fenceSource, fencePosition);
    } else {
      holding = false;
      placePieces(heldFenceSource, heldFencePosition);
    }
  }

  /**
   * Adds the leaf before to the current plan, if both fit two pages with room to spare. A full page
   * gives entries to its neighbour before it is cut in two, so pages stay fuller (Bayer and
   * McCreight, "Organization and maintenance of large ordered indices", 1972, on overflow). It does
   * not do so if inserts follow each other, because the cut then leaves full pages anyway, nor if
   * it would wait for the neighbour.
   */
  private boolean shareWithPrevious() {
    LeafPlan plan = plans.filling();
    if (LeafCut.isSequential(plan)) {
      return false;
    }
    if (holding) {
      if (plans.held().lengthBytesWithNext(plan) > shape.sharedBytes()) {
        return false;
      }
      plans.held().addAll(plan);
      plans.swap();
      return true;
    }
    if (run.size() == 0
        || isLastLarge()
        || !neighbours.canEnterLast(run)
        || plan.lengthBytesWithPrevious(run.lastAddress()) > shape.sharedBytes()) {
      return false;
    }
    plan.prependPage(run.lastAddress());
    holdLastFence();
    return true;
  }

  /** Holds back the current plan, alone or joined with the leaf before. */
  private void hold(Fences fenceSource, int fencePosition, boolean compare) {
    if (!((compareNext || compare) && joinWithPrevious())) {
      flush();
      plans.swap();
      holding = true;
      heldFenceSource = fenceSource;
      heldFencePosition = fencePosition;
    }
    compareNext = compare;
  }

  private boolean joinWithPrevious() {
    LeafPlan plan = plans.filling();
    if (holding) {
      if (plans.held().lengthBytesWithNext(plan) > shape.pageBytes()) {
        return false;
      }
      plans.held().addAll(plan);
      return true;
    }
    if (run.size() == 0 || isLastLarge()) {
      return false;
    }
    long last = neighbours.enterLast(run, source.fences());
    if (plan.lengthBytesWithPrevious(last) > shape.pageBytes()) {
      return false;
    }
    plan.prependPage(run.lastAddress());
    plans.swap();
    holdLastFence();
    return true;
  }

  /**
   * Cuts the current plan. The outer pieces are smaller than the leaf was, and may fit one page
   * with their neighbours.
   */
  private void placePieces(Fences fenceSource, int fencePosition) {
    LeafPlan all = plans.takeFilling();
    int start = 0;
    for (int end : LeafCut.ends(all, shape)) {
      Fences source = start == 0 ? fenceSource : Fences.of(Separator.between(all, start));
      int position = start == 0 ? fencePosition : 0;
      if (shape.isLarge(all.entryBytes(start))) {
        flush();
        run.add(pages.write(all, start, end), source, position);
        compareNext = false;
      } else {
        plans.filling().clear();
        plans.filling().addRange(all, start, end);
        hold(source, position, true);
      }
      start = end;
    }
  }

  private void flush() {
    if (holding) {
      holding = false;
      PageHandle page = pages.write(plans.held(), 0, plans.held().count());
      run.add(page, heldFenceSource, heldFencePosition);
    }
  }

  /** Returns the nodes that the edit made of the node. */
  Nodes finish() {
    flush();
    if (!touched) {
      return Nodes.one(source, false);
    }
    return run.toNodes(
        source.count(), shape.fanout(), NodeCut.forEdits(firstEdited, lastEdited, source.count()));
  }
}
