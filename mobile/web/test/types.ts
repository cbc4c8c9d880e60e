// How TypeScript sees the package. Compiled, never run.
import defaultPack from "../default/index.js";
import { load, NormletError, type Answer, type Kind, type Span, type Stage } from "../lib/normlet.js";

export async function use(file: File, signal: AbortSignal): Promise<Answer[]> {
  const normalizer = await load(file);
  const { matches } = await normalizer.lookup("FOX-P2", { k: 1, namespace: "NCBIGene", minP: 0.9, context: "speech needs FOX-P2" });
  const stage: Stage = matches[0].stage;
  const kind: "names" | string = (await normalizer.detect([{ cells: ["x"] }]))[0].kind;
  const whole: boolean = (await normalizer.suggest("fox", { k: 3, namespace: "NCBIGene" }))[0].whole;
  // @ts-expect-error: suggestions have no context
  await normalizer.suggest("fox", { context: "a b" });
  const names: string[] = await normalizer.namespaces();
  const entities: number = (await normalizer.info()).entities;
  const spans: Span[] = await normalizer.annotate("speech needs FOX-P2", { minP: 0.5, types: ["Gene"], all: true });
  // @ts-expect-error: annotate has no k
  await normalizer.annotate("speech needs FOX-P2", { k: 1 });
  console.log(stage, kind, whole, names, entities, spans[0].start, spans[0].matches[0].p);

  await (await load(defaultPack)).close();
  // @ts-expect-error: there is no such option
  await load(file, { trustd: true });
  // @ts-expect-error: a pack is not a number
  await load(7);
  // @ts-expect-error: a mention is a string
  await normalizer.lookup(7);
  // @ts-expect-error: there is no such option
  await normalizer.lookup("x", { top: 5 });

  try {
    return await normalizer.lookupAll(["a", "b"], { inOrder: true, signal, onProgress: (done, total) => console.log(done / total) });
  } catch (e) {
    const kind: Kind = e instanceof NormletError ? e.kind : "internal";
    // @ts-expect-error: there is no such kind
    if (kind === "oops") throw e;
    return [];
  } finally {
    await normalizer.close();
  }
}
