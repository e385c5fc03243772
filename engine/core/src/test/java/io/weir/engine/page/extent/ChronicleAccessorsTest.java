package io.weir.engine.page.extent;

import static org.assertj.core.api.Assertions.assertThat;

import net.openhft.chronicle.hash.VanillaGlobalMutableState;
import net.openhft.chronicle.values.ValueModel;
import net.openhft.chronicle.values.Values;
import org.junit.jupiter.api.Test;

class ChronicleAccessorsTest {

  /** A class compiled at run time has no class file to find. */
  @Test
  void theBuildCompilesTheAccessorsOfChronicleMap() {
    var accessors = Values.nativeClassFor(VanillaGlobalMutableState.class);

    assertThat(accessors.getResource(accessors.getSimpleName() + ".class")).isNotNull();
    assertThat(accessors.getSimpleName()).endsWith(ValueModel.$$NATIVE);
  }
}
