package io.weir.engine.tree;

/**
 * What has become of a node: none, one or several nodes of the same height, and the fences before
 * them.
 *
 * <p>Runs on: the writer's thread; immutable.
 */
final class Nodes {

  private final Branch[] nodes;
  private final FenceRun fences;
  private final boolean shrunk;

  /**
   * Takes ownership of the array.
   *
   * @param shrunk whether there are fewer children than before, so that the neighbours may fit into
   *     one node now
   */
  Nodes(Branch[] nodes, FenceRun fences, boolean shrunk) {
    this.nodes = nodes;
    this.fences = fences;
    this.shrunk = shrunk;
  }

  static Nodes one(Branch node, boolean shrunk) {
    var fences = new FenceRun(1);
    fences.add(Fences.NONE, -1);
    return new Nodes(new Branch[] {node}, fences, shrunk);
  }

  int count() {
    return nodes.length;
  }

  Branch node(int position) {
    return nodes[position];
  }

  /** The fence before each node; that before the first belongs to the level above. */
  FenceRun fences() {
    return fences;
  }

  boolean shrunk() {
    return shrunk;
  }
}
