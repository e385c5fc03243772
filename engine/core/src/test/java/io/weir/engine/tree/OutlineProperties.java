package io.weir.engine.tree;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.engine.page.FirstUse;
import io.weir.engine.tree.node.Branch;
import io.weir.engine.tree.node.InnerBranch;
import io.weir.engine.tree.node.LeafBranch;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** A tree is rebuilt from its outline, node for node. */
class OutlineProperties {

  @Property(tries = 100)
  void theTreeOfAnOutlineHasTheSameNodes(
      @ForAll long seed, @ForAll @IntRange(min = 0, max = 12) int turns) throws IOException {
    var random = new Random(seed);
    try (var fixture = TreeFixture.small()) {
      for (int turn = 0; turn < turns; turn++) {
        write(fixture, random);
      }

      Tree rebuilt = rebuild(fixture.tree.current());

      assertThat(nodes(rebuilt.root())).isEqualTo(nodes(fixture.tree.current().root()));
      KeyModel.verify(rebuilt, fixture.model);
    }
  }

  private static void write(TreeFixture fixture, Random random) {
    for (int i = random.nextInt(300); i > 0; i--) {
      long number = random.nextInt(1_000);
      if (random.nextInt(3) == 0) {
        fixture.remove(number);
      } else {
        fixture.put(
            TreeFixture.key(number),
            TreeFixture.value(1 + random.nextInt(i % 50 == 0 ? 2_000 : 60), 1));
      }
    }
    fixture.publish();
  }

  private static Tree rebuild(Tree tree) throws IOException {
    var outlined = new OutlinedTree(FirstUse.NONE);
    Outline.of(tree, outlined::add);
    return outlined.finish();
  }

  private static List<String> nodes(Branch root) {
    var nodes = new ArrayList<String>();
    describe(root, nodes);
    return nodes;
  }

  private static void describe(Branch node, List<String> nodes) {
    var text = new StringBuilder().append(node.height()).append(':').append(node.count());
    for (int child = 0; child < node.count(); child++) {
      if (child > 0) {
        text.append(' ').append(new String(node.fences().get(child - 1), ISO_8859_1));
      }
      if (node instanceof LeafBranch leaves) {
        text.append(' ').append(leaves.id(child));
      }
    }
    nodes.add(text.toString());
    if (node instanceof InnerBranch inner) {
      for (int child = 0; child < inner.count(); child++) {
        describe(inner.child(child), nodes);
      }
    }
  }
}
