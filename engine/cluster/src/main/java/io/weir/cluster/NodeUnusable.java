package io.weir.cluster;

import java.io.IOException;

/** A node cannot take part in its cluster. The message says why and what to do. */
public final class NodeUnusable extends IOException {

  private static final long serialVersionUID = 1L;

  NodeUnusable(String message) {
    super(message);
  }

  /** Returns what to do about a node whose votes or entries are lost. */
  static String replace(String node) {
    return "Replace the node: start one under another id with --cluster-join and an empty folder, run 'weir cluster add' for it, and then 'weir cluster remove "
        + node + "'.";
  }

  /** Returns what a start threw, as a failure that says what to do if one of its causes does. */
  static NodeUnusable of(ClusterOptions options, Exception failure) {
    Throwable root = failure;
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof NodeUnusable known) {
        return known;
      }
      root = cause;
    }
    NodeUnusable unusable = new NodeUnusable("The node " + options.node()
        + " cannot take part in the cluster " + options.cluster() + ": " + root.getMessage() + ".");
    unusable.addSuppressed(failure);
    return unusable;
  }
}
