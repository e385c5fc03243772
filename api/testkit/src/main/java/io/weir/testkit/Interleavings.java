package io.weir.testkit;

import java.util.Set;
import java.util.stream.Stream;
import org.jetbrains.lincheck.datastructures.ManagedStrategyGuaranteeKt;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Options;
import org.jetbrains.lincheck.datastructures.StressOptions;

/**
 * Runs the operations of a class on two threads in many interleavings, by Lincheck.
 *
 * <p>Lincheck draws scenarios from the methods with {@code @Operation}, always the same ones. In
 * each interleaving the results must be those of some order of the operations on the model, and no
 * method with {@code @Validate} may fail afterwards. The failure shows the shortest scenario that
 * fails, and the steps of its threads.
 *
 * <p>{@link #explore} switches threads between accesses to shared memory and sees all writes in one
 * order. {@link #race} runs the threads freely, and may therefore find writes that the processor or
 * the compiler reorders.
 */
public final class Interleavings {

  private static final int SCENARIOS = Effort.choose(5, 10, 50);
  private static final int RUNS = Effort.choose(150, 150, 1500);
  private static final int STEPS_OF_A_THREAD = 2;

  private Interleavings() {}

  /**
   * Explores interleavings step by step. The operations themselves, one after another, are the
   * model.
   */
  public static void explore(Class<?> operations) {
    explore(operations, operations);
  }

  /** Explores interleavings step by step. */
  public static void explore(Class<?> operations, Class<?> model) {
    sized(new ModelCheckingOptions(), model).check(operations);
  }

  /**
   * Explores interleavings of the steps in some classes. A call of another class of Weir, or of the
   * logging, is one step, which keeps the number of interleavings small.
   */
  public static void explore(Class<?> operations, Set<Class<?>> inSteps) {
    var names = inSteps.stream().map(Class::getName).toList();
    sized(new ModelCheckingOptions(), operations)
        .addGuarantee(ManagedStrategyGuaranteeKt.forClasses(
                called -> isOursOrLogging(called) && names.stream().noneMatch(called::startsWith))
            .allMethods()
            .ignore())
        .check(operations);
  }

  private static boolean isOursOrLogging(String className) {
    return Stream.of("io.weir.", "org.slf4j.", "ch.qos.logback.").anyMatch(className::startsWith);
  }

  /** Runs the threads freely. The operations themselves, one after another, are the model. */
  public static void race(Class<?> operations) {
    race(operations, operations);
  }

  /** Runs the threads freely. */
  public static void race(Class<?> operations, Class<?> model) {
    sized(new StressOptions(), model).check(operations);
  }

  private static <O extends Options<O, ?>> O sized(O options, Class<?> model) {
    return options
        .iterations(SCENARIOS)
        .invocationsPerIteration(RUNS)
        .threads(2)
        .actorsBefore(1)
        .actorsPerThread(STEPS_OF_A_THREAD)
        .actorsAfter(0) // deliberate: a later operation would often repair what two threads lost
        .sequentialSpecification(model);
  }
}
