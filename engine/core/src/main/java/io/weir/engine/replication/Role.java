package io.weir.engine.replication;

import org.jspecify.annotations.Nullable;

/** What a node does for its shards. Immutable. */
public sealed interface Role {

  /** Applies what another node has evaluated. The leader is null while it is not known. */
  record Following(@Nullable String leader) implements Role {}

  /** Prepares to lead a term: the shards apply what is left of those before. */
  record TakingOver(long term) implements Role {}

  /** Evaluates commands in a term. */
  record Leading(long term) implements Role {}

  /** Does nothing until the store is opened again. */
  record Failed(String reason) implements Role {}
}
