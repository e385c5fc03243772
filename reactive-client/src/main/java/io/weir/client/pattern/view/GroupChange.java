package io.weir.client.pattern.view;

import java.util.ArrayList;
import java.util.List;

/** The contributions that a row of a view loses and gains in one commit. Belongs to the planning of one commit. */
final class GroupChange {

  private final List<Contribution> removed = new ArrayList<>();
  private final List<Contribution> added = new ArrayList<>();

  void remove(Contribution contribution) {
    removed.add(contribution);
  }

  void add(Contribution contribution) {
    added.add(contribution);
  }

  List<Contribution> removed() {
    return removed;
  }

  List<Contribution> added() {
    return added;
  }
}
