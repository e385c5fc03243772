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

  /** The failure of a node for which this class knows no remedy. */
  static NodeUnusable because(ClusterOptions options, Throwable cause) {
    return new NodeUnusable("The node " + options.node() + " cannot take part in the cluster "
        + options.cluster() + ": " + cause.getMessage() + ".");
  }
}
