package io.weir.testkit;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * The condition that a class has no {@code synchronized} method and no {@code synchronized} block.
 *
 * <p>It reads the instructions of the class file, because ArchUnit does not model blocks.
 */
final class EnterNoMonitor extends ArchCondition<JavaClass> {

  EnterNoMonitor() {
    super("enter no monitor");
  }

  @Override
  public void check(JavaClass type, ConditionEvents events) {
    var source = type.getSource().orElseThrow();
    try (InputStream classFile = source.getUri().toURL().openStream()) {
      new ClassReader(classFile)
          .accept(
              new Methods(method -> events.add(SimpleConditionEvent.violated(
                  type, type.getName() + "." + method + " enters a monitor"))),
              ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static final class Methods extends ClassVisitor {

    private final Consumer<String> violation;

    Methods(Consumer<String> violation) {
      super(Opcodes.ASM9);
      this.violation = violation;
    }

    @Override
    public MethodVisitor visitMethod(
        int access,
        String name,
        String descriptor,
        @Nullable String signature,
        String @Nullable [] exceptions) {
      if ((access & Opcodes.ACC_SYNCHRONIZED) != 0) {
        violation.accept(name);
      }
      return new MethodVisitor(Opcodes.ASM9) {
        @Override
        public void visitInsn(int opcode) {
          if (opcode == Opcodes.MONITORENTER) {
            violation.accept(name);
          }
        }
      };
    }
  }
}
