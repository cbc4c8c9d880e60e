package search
import ("testing";"math/rand/v2";"time";"fmt";"os";"strconv")
func TestTmp(t *testing.T){
	rows,_ := strconv.Atoi(os.Getenv("ROWS")); bits,_ := strconv.Atoi(os.Getenv("BITS"))
	w := bits/64
	r := rand.New(rand.NewPCG(11, 128))
	centres := randomWords(r, 20_000*w)
	codes := clustered(r, centres, rows, w)
	t0:=time.Now()
	x, _ := New(codes, bits, nil)
	fmt.Println("build", time.Since(t0))
	for _, q := range []struct {
				name string
				qs   []uint64
			}{
				{"stored+3%", disturbed(r, codes, w, 8)},
				{"centre+5%", disturbed(r, centres, w, 13)},
				{"centre+5-15%", clustered(r, centres, 64, w)},
				{"random", randomWords(r, 64*w)},
	} {
	for _,k := range []int{1,10,128} {
		var sum [2]time.Duration
		worst := 0.0
		for i:=0;i<32;i++ {
			best := [2]time.Duration{1<<40,1<<40}
			for range 4 { for v := range 2 {
				t0=time.Now(); x.AppendNearest(nil,q.qs[i*w:][:w],k,&Options{Scan:v==0}); best[v]=min(best[v],time.Since(t0))
			}}
			sum[0]+=best[0];sum[1]+=best[1]; worst=max(worst,float64(best[1])/float64(best[0]))
		}
		fmt.Printf("%s k=%d scan %v mih %v  speedup of means %.2f worst %.2f\n",q.name,k,sum[0]/32,sum[1]/32,float64(sum[0])/float64(sum[1]),worst)
	}}
}
