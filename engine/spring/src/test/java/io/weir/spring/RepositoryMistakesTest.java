package io.weir.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.contract.ModelTableService;
import io.weir.spring.birds.Bird;
import org.junit.jupiter.api.Test;

/** Repositories that an application has declared wrongly. */
final class RepositoryMistakesTest {

  private static final WeirProperties PROPERTIES =
      new WeirProperties(null, null, null, null, null, null, null, null, false, null);

  @WeirTable("Birds")
  interface NoRepository {}

  @Test
  void anInterfaceThatExtendsNoRepositoryIsNamed() {
    assertThatThrownBy(() -> factory(NoRepository.class))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("NoRepository has @WeirTable, so it must extend WeirRepository<T>");
  }

  @WeirTable("Birds")
  interface WithoutBody extends WeirRepository<Bird> {
    void findByName(String name);
  }

  @Test
  void aMethodWithoutABodySaysWhatToDo() {
    var birds = factory(WithoutBody.class).getObject();

    assertThatThrownBy(() -> birds.findByName("Athene"))
        .isInstanceOf(UnsupportedOperationException.class)
        .hasMessageContaining("findByName has no body; make it a default method.");
    assertThat(birds.table()).isNotNull();
  }

  private static <R> RepositoryFactory<R> factory(Class<R> type) {
    return new RepositoryFactory<>(type, new ModelTableService(), PROPERTIES);
  }
}
